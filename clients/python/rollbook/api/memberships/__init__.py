from .add_member import add_member
from .change_members import change_members
from .change_membership import change_membership
from .change_memberships import change_memberships
from .diff_members import diff_members
from .diff_memberships import diff_memberships
from .diff_service_groups_of_user import diff_service_groups_of_user
from .get_member import get_member
from .get_membership_matrix import get_membership_matrix
from .list_ending_memberships import list_ending_memberships
from .list_members import list_members
from .list_service_groups_of_user import list_service_groups_of_user
from .remove_member import remove_member
from .replace_service_groups import replace_service_groups

__all__ = [
    "add_member",
    "change_members",
    "change_membership",
    "change_memberships",
    "diff_members",
    "diff_memberships",
    "diff_service_groups_of_user",
    "get_member",
    "get_membership_matrix",
    "list_ending_memberships",
    "list_members",
    "list_service_groups_of_user",
    "remove_member",
    "replace_service_groups",
]
