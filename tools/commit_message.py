"""Looks at the messages of commits: the hook ``commit-msg`` (``make hooks``), and ``make commits`` for a whole branch.

A subject has at most 72 characters and stands alone on its line. A commit that touches what decides play says at its
end whether play has changed: ``Bench: SIGNATURE``, as ``make signature`` prints it, or ``No functional change``.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

LONGEST = 72
DECIDES_PLAY = re.compile(r"src/azulejo/(kernel|games|batches|engine)/.*\.(py|npz|toml)")
SAYS_WHETHER = re.compile(r"Bench: [0-9a-f]{8}|No functional change\.?")
SCISSORS = "# ------------------------ >8 ------------------------"
MADE_BY_GIT = ("Merge ", "Revert ", "fixup! ", "squash! ", "amend! ")


def faults(text: str, files: Iterable[str]) -> Iterator[str]:
    """Yield what is wrong with a message, given the files of the commit."""
    text = text.partition(SCISSORS)[0]
    lines = "\n".join(line.rstrip() for line in text.splitlines() if not line.startswith("#")).strip().splitlines()
    if not lines:
        yield "A commit needs a subject that says what it does."
        return
    if lines[0].startswith(MADE_BY_GIT):
        return
    if len(lines[0]) > LONGEST:
        yield f"The subject has {len(lines[0])} characters; {LONGEST} is the most: say one thing, and the rest below."
    if len(lines) > 1 and lines[1]:
        yield "The line after the subject must be empty."
    touched = next((file for file in files if DECIDES_PLAY.fullmatch(file)), None)
    if touched and not any(SAYS_WHETHER.fullmatch(line) for line in lines[1:]):
        yield (
            f"{touched} can change how games are played: end the message with a line "
            "'Bench: SIGNATURE' (make signature prints that line) or 'No functional change'."
        )


def check_file(path: Path) -> list[str]:
    """Return what is wrong with the message that git has put into a file, for what is about to be committed."""
    files = _git("diff", "--cached", "--name-only").splitlines()
    return list(faults(path.read_text(encoding="utf-8"), files))


def check_commits(commits: str) -> list[str]:
    """Return what is wrong with the messages of commits, such as ``main..``."""
    found = []
    for commit in _git("rev-list", "--no-merges", "--reverse", commits).splitlines():
        text = _git("show", "--no-patch", "--format=%B", commit)
        files = _git("show", "--name-only", "--format=", commit).splitlines()
        found += [f"{commit[:10]}: {fault}" for fault in faults(text, files)]
    return found


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], check=False, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr.strip())
    return done.stdout


def main() -> None:
    """Look at a message in a file, or with ``--commits RANGE`` at those of several commits."""
    match sys.argv[1:]:
        case ["--commits", commits]:
            found = check_commits(commits)
        case [file]:
            found = check_file(Path(file))
        case _:
            raise SystemExit("write: python -m tools.commit_message FILE, or: --commits RANGE")
    if found:
        raise SystemExit("\n".join(found))


if __name__ == "__main__":
    main()
