"""Secrets: long, random, kept as hashes, and never shown by accident."""

import re

from azulejo.server.secrets import address_hash, matches, new_id, new_token, token_hash


def test_a_token_has_256_random_bits_and_no_two_are_alike() -> None:
    tokens = {str(new_token()) for _ in range(1000)}
    assert len(tokens) == 1000
    assert all(re.fullmatch(r"[0-9A-Za-z_-]{43}", token) for token in tokens)


def test_a_token_does_not_show_itself() -> None:
    token = new_token()
    assert str(token) not in repr(token)
    assert str(token) not in repr([token, {"token": token}])


def test_only_the_token_itself_matches_what_is_kept() -> None:
    token = new_token()
    kept = token_hash(token)
    assert kept != str(token)
    assert matches(token, kept)
    assert matches(str(token), kept)
    assert not matches(str(token)[:-1], kept)
    assert not matches(kept, kept)
    assert not matches("\ud800", kept)  # half a character can come in as JSON


def test_the_address_of_a_table_cannot_be_guessed() -> None:
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(re.fullmatch("[0-9a-z]{12}", one) for one in ids)


def test_of_an_address_only_a_hash_is_kept() -> None:
    assert address_hash("192.0.2.1") == address_hash("192.0.2.1") != address_hash("192.0.2.2")
    assert "192.0.2.1" not in address_hash("192.0.2.1")
