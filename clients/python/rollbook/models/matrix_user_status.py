from typing import Literal, cast

MatrixUserStatus = Literal["active", "invited", "suspended"]


def check_matrix_user_status(value: str) -> MatrixUserStatus:
    """A newer API may have more values: they are let through."""
    return cast(MatrixUserStatus, value)
