"""Check a graphics card against the processor, move for move, and measure it; prints and writes JSON.

``azulejo bench --gpu``, or where only Python, NumPy and Numba are installed ``python -m azulejo.batches.measure_cuda``.

Every game is first compared: whole random games by their signatures, then batches after every step, array by array,
for every number of seats and every option value. What differs is a figure named ``differences``; there must be none.
"""

import json
import platform
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from azulejo.batches.batch import Batch
from azulejo.batches.card import cuda
from azulejo.batches.cuda import CudaBatch, check_card, is_simulated, kernels, play_random_games
from azulejo.batches.options import CARD_COMMAND
from azulejo.games import names, rulebook, title
from azulejo.games.contract import Rulebook
from azulejo.games.walk import Arrays, random_games
from azulejo.play.record import write_file
from azulejo.texts import plain

Order: TypeAlias = Literal["C", "F"]

COMPARED = (
    *("states", "to_move", "masks", "observations", "rewards", "finished", "scores", "final_states"),
    *("seeds", "streams", "sampling"),
)
COMPARED_GAMES, COMPARED_STEPS = 512, 150
COMPARED_PLAYOUTS = 2048
PLAYOUT_THREADS = 1 << 18
BLOCKS = (64, 128, 256)
SIZES = (1 << 12, 1 << 16, 1 << 19)
MEASURED: tuple[tuple[Order, bool], ...] = (("F", True), ("C", True), ("F", False))
"""The order in memory, and whether observations are written."""
WARM_STEPS = 64
"""So many steps bring a batch into the middle of its games, each in its own place."""


def settings(book: Rulebook) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield every number of seats with the usual options, and with every other value of each option."""
    usual = book.title.complete({})
    others = [{**usual, option.name: value} for option in book.title.options for value in option.values[1:]]
    for seats in book.title.seats:
        for options in (usual, *others):
            yield seats, options


def batch_differences(
    game: str, seats: int, options: dict[str, str], games: int, steps: int, order: Order = "F"
) -> list[str]:
    """Return what differs between processor and card, in random games from the same seeds."""
    card = CudaBatch(game, games, seats=seats, options=options, seed=7, order=order)
    with Batch(game, games, seats=seats, options=options, seed=7) as batch:
        for step in range(steps + 1):
            for name in COMPARED:
                if getattr(card, name).copy_to_host().tobytes() != getattr(batch, name).tobytes():
                    return [f"{game} {seats} {options} {order}: {name} after {step} steps"]
            if step == steps:
                break
            chosen, sampled = card.sample(), batch.sample()
            if not np.array_equal(chosen.copy_to_host(), sampled):
                return [f"{game} {seats} {options} {order}: the sample after {step} steps"]
            card.step(chosen)
            batch.step(sampled)
    return []


def playout_differences(game: str, seats: int, options: dict[str, str], games: int) -> list[str]:
    """Return the first random game that is not the same on processor and card."""
    book = rulebook(game)
    table, encoded = Arrays(book), np.array(book.title.encode(options), np.int64)
    decisions, signatures = play_random_games(game, 0, games, 1, seats=seats, options=options)
    for number in range(games):
        arrays = (table.states, seats, encoded, table.moves, table.drawn, table.scores, table.rng)
        if random_games(*arrays, number, 1) != (decisions[number], signatures[number]):
            return [f"{game} {seats} {options}: random game {number}"]
    return []


def measure_card(game: str, seconds: float) -> dict[str, Any]:
    """Compare one game, then measure it with the fewest seats and the usual options."""
    book = rulebook(game)
    figures: dict[str, Any] = {"state_bytes": int(book.state.dtype.itemsize)}
    figures |= _compile_times(game, book)
    start = time.perf_counter()
    figures["differences"] = [
        found
        for seats, options in settings(book)
        for found in (
            *playout_differences(game, seats, options, COMPARED_PLAYOUTS),
            *batch_differences(game, seats, options, COMPARED_GAMES, COMPARED_STEPS),
        )
    ] + batch_differences(game, book.title.seats[0], book.title.complete({}), COMPARED_GAMES, COMPARED_STEPS, "C")
    figures["compared_settings"] = len(list(settings(book)))
    figures["compare_seconds"] = round(time.perf_counter() - start, 1)
    figures["playouts"] = {
        str(seats): {str(block): _playouts(game, seats, block, seconds) for block in BLOCKS}
        for seats in book.title.seats
    }
    figures["steps"] = [
        {"games": games, "order": order, "observations": seen, **_steps(game, games, order, seen, seconds)}
        for games in SIZES
        for order, seen in MEASURED
    ]
    figures["taken_without_a_copy"] = {
        name: {order: _tried(take, game, order) for order in ("F", "C")}
        for name, take in (("torch", _torch_takes), ("jax", _jax_takes))
    }
    return figures


def _compile_times(game: str, book: Rulebook) -> dict[str, Any]:
    """Return the seconds until each kernel has run once, and what it takes of a thread."""
    times = {"reset": _timed(lambda: CudaBatch(game, 64, seed=1))}
    batch = CudaBatch(game, 64, seed=1)
    for name, run in (
        ("sample", lambda: batch.sample()),
        ("step", lambda: batch.step(batch.sample(), check=False)),
        ("check", lambda: batch.step(batch.sample())),
        ("playouts", lambda: play_random_games(game, 0, 64, 1)),
    ):
        times[name] = _timed(run)
    used = {}
    for name in ("reset", "step", "sample", "playouts"):
        kernel = getattr(kernels(game), name)
        used[name] = {
            "registers": list(kernel.get_regs_per_thread().values()),
            "local_bytes": list(kernel.get_local_mem_per_thread().values()),
        }
    return {"compile_seconds": {name: round(spent, 2) for name, spent in times.items()}, "threads": used}


def _playouts(game: str, seats: int, block: int, seconds: float) -> dict[str, float]:
    """Return how many decisions of whole random games the card makes in a second."""
    each = 1
    while True:
        start = time.perf_counter()
        decisions, _ = play_random_games(game, 0, PLAYOUT_THREADS, each, seats=seats, block=block)
        spent = time.perf_counter() - start
        if spent >= seconds / 2:
            return {"decisions_per_second": round(int(decisions.sum()) / spent), "seconds": round(spent, 2)}
        each = max(2 * each, min(64 * each, int(each * seconds / max(spent, 1e-4))))


def _steps(game: str, games: int, order: Order, seen: bool, seconds: float) -> dict[str, float]:
    """Return how many steps the card makes in a second, by the clock and by its own events, with what it writes."""
    batch = CudaBatch(game, games, seed=1, order=order, observations=seen)
    for _ in range(WARM_STEPS):
        batch.step(batch.sample(), check=False)
    cuda.synchronize()
    turns, in_kernel = 0, 0.0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or turns == 0:
        events = [(cuda.event(), cuda.event()) for _ in range(16)]
        for before, after in events:
            chosen = batch.sample()
            before.record()
            batch.step(chosen, check=False)
            after.record()
        cuda.synchronize()
        in_kernel += sum(before.elapsed_time(after) for before, after in events) / 1000
        turns += len(events)
    checked = _timed(lambda: batch.step(batch.sample()), 16)
    written = batch.masks.dtype.itemsize * batch.masks.shape[1] + 4 * batch.observations.shape[1]
    return {
        "sampled_steps_per_second": round(games * turns / spent),
        "steps_per_second": round(games * turns / in_kernel),
        "checked_sampled_steps_per_second": round(games / checked),
        "written_gigabytes_per_second": round(games * turns * written / in_kernel / 1e9, 1),
        "bytes_per_game": round(batch.nbytes / games),
    }


def _timed(run: Callable[[], object], times: int = 1) -> float:
    cuda.synchronize()
    start = time.perf_counter()
    for _ in range(times):
        run()
    cuda.synchronize()
    return (time.perf_counter() - start) / times


def _tried(take: Callable[[str, Any], bool], game: str, order: str) -> bool | str:
    try:
        return take(game, order)
    except Exception as problem:
        return repr(problem)


def _torch_takes(game: str, order: Order) -> bool:
    """Return whether PyTorch's tensors lie where the batch's arrays do and say the same; they choose a step, too."""
    torch = import_module("torch")
    batch = CudaBatch(game, 256, seed=1, order=order)
    tensors = {name: torch.as_tensor(getattr(batch, name), device="cuda") for name in ("observations", "masks")}
    batch.step(tensors["masks"].float().multinomial(1)[:, 0])
    return all(
        tensor.data_ptr() == _address(getattr(batch, name))
        and np.array_equal(tensor.cpu().numpy(), getattr(batch, name).copy_to_host())
        for name, tensor in tensors.items()
    )


def _jax_takes(game: str, order: Order) -> bool:
    """Return whether JAX's array of the observations lies where the batch's array does, and computes with the same."""
    jnp = import_module("jax.numpy")
    batch = CudaBatch(game, 256, seed=1, order=order)
    batch.synchronize()
    taken = jnp.asarray(batch.observations, copy=False)
    same = np.array_equal(np.asarray(taken * 2), 2 * batch.observations.copy_to_host())
    return same and int(taken.unsafe_buffer_pointer()) == _address(batch.observations)


def _address(array: Any) -> int:
    return int(array.__cuda_array_interface__["data"][0])


def run(games: list[str], seconds: float, out: Path | None, lang: str) -> int:
    """Compare and measure; return 1 if anything differs or fails."""
    check_card()
    for game in games:
        title(game)  # an unknown name is a mistake of the input
    device = "simulator" if is_simulated() else cuda.get_current_device().name
    found: dict[str, Any] = {
        "device": device.decode() if isinstance(device, bytes) else device,
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
    wrong = False
    for game in games or names():
        start = time.perf_counter()
        try:
            figures = measure_card(game, seconds)
            wrong |= bool(figures["differences"])
        except Exception:
            figures = {"failed": traceback.format_exc()}
            print(figures["failed"], file=sys.stderr, flush=True)
            wrong = True
        found[game] = {**figures, "seconds": round(time.perf_counter() - start, 1)}
        print(json.dumps({game: found[game]}), flush=True)
        if out is not None:
            write_file(out, json.dumps(found, indent=2))
    return int(wrong)


if __name__ == "__main__":
    sys.exit(plain.main(CARD_COMMAND, "python -m azulejo.batches.measure_cuda"))
