"""Never greets back."""

import time

time.sleep(60)
