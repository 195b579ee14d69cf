"""Greets, and never reads again."""

import time

from tests.bots.hostile.honest import say

say("id name hostile", "protocol 1", "game azul", "ready")
time.sleep(60)
