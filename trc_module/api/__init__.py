"""The program as a Python library: what `import trc_module` offers, one notion a module. Nothing of ours imports it."""
