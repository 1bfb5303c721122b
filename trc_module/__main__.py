"""Run the command line as `python -m trc_module`."""

import os
import sys

# `python -m` puts the current folder first, and a module there would be taken for one of Python's or of ours: for
# `pathlib` too.
_here = sys.path[0] if sys.path else ""
if _here == os.getcwd() and not os.path.isfile(f"{_here}/trc_module/__main__.py"):  # noqa: PTH109, PTH113
    del sys.path[0]

from trc_module.cli import main  # noqa: E402

main()
