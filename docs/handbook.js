// The theme makes a landmark of every copy button: each gets a name of its own, by which a screen reader tells them apart.
let count = 0;
const named = () => document.querySelectorAll("nav.md-code__nav:not([aria-label])")
  .forEach((nav) => nav.setAttribute("aria-label", `Example ${++count}`));
new MutationObserver(named).observe(document.body, {childList: true, subtree: true});
named();
