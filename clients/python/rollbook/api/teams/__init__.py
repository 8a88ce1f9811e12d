from .add_team_member import add_team_member
from .add_team_to_service_group import add_team_to_service_group
from .change_team import change_team
from .change_team_access import change_team_access
from .change_team_member import change_team_member
from .create_team import create_team
from .get_team import get_team
from .list_service_groups_of_team import list_service_groups_of_team
from .list_team_events import list_team_events
from .list_team_members import list_team_members
from .list_teams import list_teams
from .list_teams_of_service_group import list_teams_of_service_group
from .list_teams_of_user import list_teams_of_user
from .remove_team import remove_team
from .remove_team_from_service_group import remove_team_from_service_group
from .remove_team_member import remove_team_member

__all__ = [
    "add_team_member",
    "add_team_to_service_group",
    "change_team",
    "change_team_access",
    "change_team_member",
    "create_team",
    "get_team",
    "list_service_groups_of_team",
    "list_team_events",
    "list_team_members",
    "list_teams",
    "list_teams_of_service_group",
    "list_teams_of_user",
    "remove_team",
    "remove_team_from_service_group",
    "remove_team_member",
]
