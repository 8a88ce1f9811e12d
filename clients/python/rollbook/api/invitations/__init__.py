from .get_invitation import get_invitation
from .invite_user import invite_user
from .invite_users import invite_users
from .list_invitations import list_invitations
from .resend_invitation import resend_invitation
from .revoke_invitation import revoke_invitation

__all__ = [
    "get_invitation",
    "invite_user",
    "invite_users",
    "list_invitations",
    "resend_invitation",
    "revoke_invitation",
]
