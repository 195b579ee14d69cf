"""Starts another program that keeps the pipes open, and ends without an answer."""

import os
import subprocess
import sys
from pathlib import Path

from tests.bots.hostile.honest import play


def answer(number: int, words: list[str]) -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    Path(sys.argv[1]).write_text(str(child.pid))
    os._exit(0)


play(answer)
