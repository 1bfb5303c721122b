"""Run the command line as `python -m trc_module`."""

from trc_module.cli import main

main()
