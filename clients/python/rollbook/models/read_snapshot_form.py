from typing import Literal, cast

ReadSnapshotForm = Literal["access", "events"]


def check_read_snapshot_form(value: str) -> ReadSnapshotForm:
    """A newer API may have more values: they are let through."""
    return cast(ReadSnapshotForm, value)
