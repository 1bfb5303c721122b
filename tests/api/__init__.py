"""What `import trc_module` offers."""
