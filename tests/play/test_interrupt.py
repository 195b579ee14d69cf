"""Ctrl-C waits until what is being written down is written down whole."""

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from azulejo.play.interrupt import undisturbed


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


@pytest.fixture(autouse=True)
def as_always() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_what_was_begun_is_finished_and_then_ctrl_c_is_raised() -> None:
    done: list[int] = []

    @undisturbed()
    def work() -> None:
        press()
        done.append(1)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == [1]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_without_ctrl_c_nothing_is_raised() -> None:
    with undisturbed():
        pass
    with pytest.raises(KeyboardInterrupt):
        press()


def test_a_mistake_comes_first_and_ctrl_c_is_as_before() -> None:
    @undisturbed()
    def work() -> None:
        press()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_who_ignores_ctrl_c_is_not_interrupted() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with undisturbed():
        press()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_in_another_thread_it_does_nothing() -> None:
    done: list[int] = []

    def work() -> None:
        with undisturbed():
            done.append(1)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [1]
