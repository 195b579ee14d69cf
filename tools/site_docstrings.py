"""Makes docstrings ready for pages: examples become blocks of code, and what Sphinx calls roles becomes code."""

import re
from typing import Any

from griffe import Extension, Module, Object

LITERAL = re.compile(r"::$", re.M)
ROLE = re.compile(r":(?:class|data|func|meth|mod):`~?(?:[\w.]*\.)?(\w+)`")


def with_blocks(text: str) -> str:
    """Return a text in which every example, up to the next empty line, is a block of code.

    >>> with_blocks(">>> 1 + 1").splitlines()
    ['```python', '>>> 1 + 1', '```']
    """
    made: list[str] = []
    is_open = False
    for line in text.splitlines():
        if line.startswith(">>> ") and not is_open:
            made.append("```python")
            is_open = True
        if not line and is_open:
            made.append("```")
            is_open = False
        made.append(line)
    return "\n".join([*made, *(["```"] if is_open else [])])


class Examples(Extension):
    """Griffe calls this for everything that it has read."""

    def on_object(self, *, obj: Object, **kwargs: Any) -> None:
        """Make a docstring ready."""
        if obj.docstring is not None:
            text = LITERAL.sub(":", ROLE.sub(r"`\1`", obj.docstring.value))
            obj.docstring.value = with_blocks(text)

    def on_package(self, *, pkg: Module, **kwargs: Any) -> None:
        """Make the docstring of the package ready: it is no object in anything else."""
        self.on_object(obj=pkg)
