"""Files and folders that are written whole or not at all."""

from pathlib import Path

import pytest

from atensi.work.files import folder_whole, must_be_writable, write_whole

pytestmark = pytest.mark.meta


@pytest.mark.parametrize("step", ["replace", "chmod"])
@pytest.mark.parametrize("stop", [KeyboardInterrupt, OSError])
def test_an_interrupted_file_stays_as_it_was(step, stop, tmp_path, monkeypatch):
    path = tmp_path / "file"
    write_whole(path, b"old")

    def interrupted(*_):
        raise stop

    monkeypatch.setattr(Path, step, interrupted)
    with pytest.raises(stop):
        write_whole(path, b"new")
    assert [each.name for each in tmp_path.iterdir()] == ["file"]
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize("stop_at", ["filling", "chmod", "replace"])
def test_an_interrupted_folder_stays_as_it_was(stop_at, tmp_path, monkeypatch):
    folder = tmp_path / "report"
    with folder_whole(folder) as scratch:
        (scratch / "page").write_text("old")

    def interrupted(*_):
        raise KeyboardInterrupt

    def replace(path, target, plain=Path.replace):
        if target == folder and not path.name.endswith(".old"):
            interrupted()
        return plain(path, target)

    changed = {"chmod": interrupted, "replace": replace}
    if stop_at in changed:
        monkeypatch.setattr(Path, stop_at, changed[stop_at])
    with pytest.raises(KeyboardInterrupt), folder_whole(folder) as scratch:
        (scratch / "page").write_text("new")
        if stop_at == "filling":
            interrupted()
    assert [path.name for path in tmp_path.iterdir()] == ["report"]
    assert (folder / "page").read_text() == "old"


def test_others_may_read_a_file_and_its_new_folders(tmp_path):
    path = tmp_path / "one" / "two" / "file"
    write_whole(path, "é")
    assert path.read_bytes() == "é".encode()
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_new_folder_takes_the_place_of_the_old_one(tmp_path):
    for name in ("first", "second"):
        with folder_whole(tmp_path / "report") as scratch:
            (scratch / name).write_text(name)
    assert [path.name for path in tmp_path.iterdir()] == ["report"]
    assert [path.name for path in (tmp_path / "report").iterdir()] == ["second"]
    assert (tmp_path / "report").stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("write", [lambda path: write_whole(path, ""), must_be_writable])
def test_an_error_names_what_was_to_be_written(write, tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError) as refused:
        write(tmp_path / "folder")
    assert refused.value.filename == str(tmp_path / "folder")
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError) as refused:  # which is no folder
        write(tmp_path / "file" / "inside")
    assert refused.value.filename == str(tmp_path / "file")
    assert {each.name for each in tmp_path.iterdir()} == {"file", "folder"}


def test_a_file_that_is_asked_about_is_not_written(tmp_path):
    must_be_writable(tmp_path / "new" / "file")
    assert list((tmp_path / "new").iterdir()) == []
