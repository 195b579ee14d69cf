"""Ends before it has said anything, with the reason on the error output."""

import sys

sys.exit("no licence found")
