"""Secrets that stand for a seat or a table's maker: shown once, kept as hashes only.

A token has 256 random bits, so a plain SHA-256 protects it: there is nothing to guess.
"""

import hashlib
import hmac
import secrets
import string

TOKEN_BYTES = 32
ID_LETTERS = string.digits + string.ascii_lowercase
ID_LENGTH = 12


class Token(str):
    """A secret as text, which does not show itself in logs and error reports."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<secret>"


def new_token() -> Token:
    """Return a new secret.

    >>> new_token()
    <secret>
    """
    return Token(secrets.token_urlsafe(TOKEN_BYTES))


def token_hash(token: str) -> str:
    """Return what is kept of a secret."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def matches(token: str, kept: str) -> bool:
    """Return whether a secret is the one that was kept; takes the same time whatever it is."""
    return hmac.compare_digest(token_hash(token), kept)


def new_id() -> str:
    """Return the address of a new table, which cannot be guessed: 62 random bits.

    >>> len(new_id())
    12
    """
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def address_hash(address: str) -> str:
    """Return what is kept of the address of a table's maker, to count the tables of one address."""
    return hashlib.sha256(f"azulejo address {address}".encode()).hexdigest()[:32]
