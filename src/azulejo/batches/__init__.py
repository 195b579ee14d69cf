"""Thousands of games at once, stepped by compiled code: on the processor and on a graphics card."""
