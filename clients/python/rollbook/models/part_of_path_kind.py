from typing import Literal, cast

PartOfPathKind = Literal["membership", "place", "team_access"]


def check_part_of_path_kind(value: str) -> PartOfPathKind:
    """A newer API may have more values: they are let through."""
    return cast(PartOfPathKind, value)
