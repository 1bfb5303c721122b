"""Work by Dask's workers comes to the same as work by processes of this machine, also when a worker is lost."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.archive.games import WORK, added, table_of
from tests.archive.test_crew import dies_at_three, double, fails_at_two
from trc_module.archive import cluster as on_cluster
from trc_module.archive.cluster import expect_secure
from trc_module.archive.crew import work_on
from trc_module.archive.judging import Logs, judged
from trc_module.archive.rechecking import Anew, recheck
from trc_module.archive.store import Store
from trc_module.archive.worked import given_up
from trc_module.cli.logs import open_logs
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.replay.gamelog import GameLog

WITHOUT = importlib.util.find_spec("distributed") is None and not os.environ.get("CI")
pytestmark = pytest.mark.xdist_group("dask")
needs_dask = pytest.mark.skipif(WITHOUT, reason="dask.distributed is not installed (extra 'cluster')")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Start two workers, each a process."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as found:
        yield found.scheduler_address


def dying_opener(paths: Sequence[Path], *rest: Any, mark: Path) -> list[GameLog]:
    """Open logs as we do; who opens the battle while the mark is there ends as a killed process does."""
    if mark.exists() and any(path.name == "battle.vlog" for path in paths):
        mark.unlink()
        os._exit(1)
    return open_logs(paths, *rest)


@needs_dask
def test_games_that_travel_to_workers_make_the_same_table(address: str, tournament: Path, tmp_path: Path) -> None:
    added(tmp_path / "x.db", tournament.parent / "logs", work=replace(WORK, on=address))
    assert table_of(tmp_path / "x.db") == table_of(tournament)


@needs_dask
def test_games_on_a_shared_path_with_a_worker_killed_make_the_same_table(
    address: str, tournament: Path, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    mark.touch()
    work = replace(WORK, on=address, shared=True, opener=partial(dying_opener, mark=mark))
    added(tmp_path / "x.db", tournament.parent / "logs", work=work)
    assert not mark.exists()
    assert table_of(tmp_path / "x.db") == table_of(tournament)


@needs_dask
def test_what_ends_workers_is_given_up_and_not_what_only_waited_beside_it(address: str) -> None:
    from distributed import Client

    with Client(address) as client:
        client.run_on_scheduler(_allow, 0)
        done = {each.job: (each.result, each.error) for each in work_on(range(8), dies_at_three, address)}
        client.run_on_scheduler(_allow, 3)
    assert done == {n: (n, "") if n != 3 else (None, given_up(1)) for n in range(8)}


def _allow(failures: int, dask_scheduler: Any) -> None:
    dask_scheduler.allowed_failures = failures


@needs_dask
def test_all_work_is_done_once_and_an_error_of_ours_stops_nothing(address: str) -> None:
    assert sorted(each.result or 0 for each in work_on(range(1, 30), double, address)) == list(range(2, 60, 2))
    errors = sorted((each.job, bool(each.error)) for each in work_on(range(4), fails_at_two, address))
    assert errors == [(0, False), (1, False), (2, True), (3, False)]


@needs_dask
def test_data_that_were_kept_travel_too(address: str, tournament: Path, tmp_path: Path) -> None:
    """A worker of Dask may have no children by `multiprocessing`, but it can judge with other data."""
    from trc_module.archive.assigning import log_files
    from trc_module.archive.edition_store import data_files

    with Store(tournament) as store:
        (log,) = store.all("SELECT id, game FROM log JOIN source ON log = log.id WHERE path LIKE '%battle.vlog'")
        files = tuple(log_files(store, [log["id"]], travels=True))
        logs = Logs("battle", files, data=data_files(store, 1, "trc"))
        (each,) = work_on([logs], partial(judged, opener=open_logs), address)
        assert isinstance(each.result, list)
        assert each.result == judged(replace(logs, data=None), open_logs)


@needs_dask
def test_a_recheck_works_there_too(address: str, tournament: Path) -> None:
    with Store(tournament) as store:
        done = recheck(store, replace(WORK, on=address), anew=Anew(readings=("C33b",)), keep=False)
    assert (done.judged, done.changes, done.faults) == (2, [], [])


@needs_dask
def test_a_worker_with_another_program_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_cluster, "_known", partial(_other, os.getpid()))
    with pytest.raises(UserError, match=r"expected the trc-module and the data that are here \(mine, other\), found "):
        list(work_on([1], double, address))


def _other(here: int) -> tuple[str, ...]:
    return ("mine", "other") if os.getpid() == here else ("theirs",)


@needs_dask
def test_a_scheduler_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_cluster, "_PATIENCE", 1)
    with pytest.raises(UserError, match=r"tcp://127\.0\.0\.1:9: there is no Dask scheduler to be reached"):
        list(work_on([1], double, "tcp://127.0.0.1:9"))


def test_without_dask_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UserError, match=r"needs dask\.distributed: install trc-module\[cluster\], there and on the"):
        list(work_on([1], double, "tcp://127.0.0.1:9"))


@needs_dask
def test_that_no_worker_is_left_is_told_in_place_of_waiting_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=0, processes=True, dashboard_address=None) as found:
        monkeypatch.setattr(on_cluster, "_ready", lambda *_: 1)
        monkeypatch.setattr(on_cluster, "_IDLE", 0.5)
        with pytest.raises(UserError) as error:
            list(work_on([1, 2], double, found.scheduler_address))
        assert str(error.value) == (
            f"{found.scheduler_address}: the scheduler has lost all its workers; what was done is kept, and the same "
            "command goes on when there are some."
        )


# Where work may travel

TLS = tuple(f"distributed.comm.tls.{name}" for name in ("ca-file", "client.cert", "client.key"))


def told(*words: str) -> str:
    done = CliRunner().invoke(group, [*words])
    assert isinstance(done.exception, UserError), done.output
    return str(done.exception)


@pytest.mark.parametrize(
    "address",
    [
        "tcp://10.1.2.3:8786",
        "tcp://scheduler:8786",
        "scheduler:8786",
        "tcp://0.0.0.0:8786",
        "tcp://127.0.0.1.evil:8786",
    ],
)
def test_work_does_not_travel_open_to_another_machine(address: str, tmp_path: Path) -> None:
    (tmp_path / "a.vlog").touch()
    refused = f"'{address}' is another machine, and what travels there by tcp can be read and changed by anybody"
    archive = str(tmp_path / "x.db")
    for words in (
        ("archive", archive, "add", str(tmp_path), "--on", address),
        ("archive", archive, "report", str(tmp_path / "pages"), "--on", address),
        ("archive", archive, "recheck", "--on", address),
        ("audits", str(tmp_path), "--on", address),
    ):
        assert refused in told(*words), words
    assert [path.name for path in tmp_path.iterdir()] == ["a.vlog"]
    assert expect_secure(address, insecure=True) == "tcp"


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:8786", "localhost:8786", "tcp://[::1]:8786", "tls://host:8786"])
def test_to_this_machine_or_by_tls_it_may(address: str) -> None:
    assert expect_secure(address, insecure=False) == ("tls" if address.startswith("tls") else "tcp")


@pytest.mark.parametrize("address", ["", "there", "ucx://host:1", "inproc://x", "tls://host", "tls://host:8786/x", "-"])
def test_what_is_no_address_is_told(address: str) -> None:
    with pytest.raises(UserError, match=r"expected local, or the address of a Dask scheduler as tls://host:8786\."):
        expect_secure(address, insecure=True)


@needs_dask
def test_without_certificates_it_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    import dask

    monkeypatch.setattr(on_cluster, "_PATIENCE", 1)
    with dask.config.set(dict.fromkeys(TLS)), pytest.raises(UserError) as error:
        list(work_on([1], double, "tls://127.0.0.1:9"))
    assert "DASK_DISTRIBUTED__COMM__TLS__CA_FILE, DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT" in str(error.value)
    with (
        dask.config.set({"distributed.comm.require-encryption": True}),
        pytest.raises(UserError, match="no Dask"),
    ):
        list(work_on([1], double, "tcp://127.0.0.1:9"))


@needs_dask
def test_work_travels_by_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cryptography")
    import dask
    from distributed import LocalCluster, Security

    security = Security.temporary()
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    cert.write_text(security.tls_ca_file, encoding="ascii")
    key.write_text(security.tls_client_key, encoding="ascii")
    mine = dict(zip(TLS, map(str, (cert, cert, key)), strict=True))
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, security=security, protocol="tls://"
    ) as found:
        assert found.scheduler_address.startswith("tls://")
        with dask.config.set(mine):
            assert sorted(each.result or 0 for each in work_on([1, 2], double, found.scheduler_address)) == [2, 4]
        # Who has no certificate of the owner's is not let in, nor is who speaks openly.
        monkeypatch.setattr(on_cluster, "_PATIENCE", 2)
        with pytest.raises(UserError, match="there is no Dask scheduler to be reached"):
            list(work_on([1], double, found.scheduler_address.replace("tls", "tcp")))
