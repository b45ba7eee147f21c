"""The program `roguelab`: `python -m roguelab`."""

import sys

from ._roguelab import main

sys.exit(main())
