"""The terminal board: a table with pictures, choices and a log in a terminal that can draw, made with Textual."""
