package org.netbeans.spi.wizard;

/** Stands in for the wizard library, which the engine's jar leaves out: a wizard is just its pages. */
public class Wizard {
  public final WizardPanelProvider pages;

  public Wizard(WizardPanelProvider pages) {
    this.pages = pages;
  }
}
