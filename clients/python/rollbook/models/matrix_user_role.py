from typing import Literal, cast

MatrixUserRole = Literal["admin", "member", "owner"]


def check_matrix_user_role(value: str) -> MatrixUserRole:
    """A newer API may have more values: they are let through."""
    return cast(MatrixUserRole, value)
