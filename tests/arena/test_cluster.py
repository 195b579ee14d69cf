"""A real cluster of two nodes, on this machine."""

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from azulejo.arena.match import play_match
from azulejo.arena.store import read_results
from azulejo.arena.workers import over_cluster, runner
from azulejo.texts.errors import BadOption
from tests.arena.helpers import match, without_times

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]  # Ray's own warnings are not ours


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    pytest.importorskip("ray", reason="the extra `cluster` is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from ray.cluster_utils import Cluster

        memory = 80 * 1024 * 1024
        made = Cluster(
            initialize_head=True,
            head_node_args={"num_cpus": 1, "object_store_memory": memory, "include_dashboard": False},
        )
        made.add_node(num_cpus=1, object_store_memory=memory)
        made.wait_for_nodes()
        yield made
        made.shutdown()


def test_two_nodes_play_the_same_match_as_one_process(cluster: Any, tmp_path: Path) -> None:
    alone = play_match(match(pairs=6), tmp_path / "alone")
    together = play_match(match(pairs=6), tmp_path / "together", runner(cluster=cluster.address))
    assert together.standing.tables == alone.standing.tables
    found, wanted = (
        sorted((without_times(one) for one in read_results(tmp_path / name)), key=str) for name in ("together", "alone")
    )
    assert found == wanted


@pytest.mark.long
def test_both_nodes_take_part(cluster: Any) -> None:
    import ray

    ray.init(address=cluster.address, log_to_driver=False)
    try:
        assert len([node for node in ray.nodes() if node["Alive"]]) == 2
        where = ray.remote(num_cpus=1)(_where)
        assert len(set(ray.get([where.remote() for _ in range(8)]))) == 2
        settings = match(pairs=2)
        assert len(list(over_cluster(settings, settings.jobs(), cluster.address))) == 4
    finally:
        ray.shutdown()


def _where() -> str:
    import time

    import ray

    time.sleep(0.5)
    return str(ray.get_runtime_context().get_node_id())


def test_a_machine_with_other_code_is_refused(cluster: Any, tmp_path: Path) -> None:
    from dataclasses import replace

    with pytest.raises(BadOption, match="another version"):
        play_match(replace(match(pairs=1), code="other"), tmp_path, runner(cluster=cluster.address))


def test_where_there_is_no_cluster_one_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="no Ray cluster"):
        play_match(match(pairs=1), tmp_path, runner(cluster="127.0.0.1:1"))
