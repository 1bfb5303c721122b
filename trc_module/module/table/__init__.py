"""The module of any game, made of what its `module/table.toml` and its grammar say."""
