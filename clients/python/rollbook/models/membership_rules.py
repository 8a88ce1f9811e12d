from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.membership_rules_approvers import (
    MembershipRulesApprovers,
    check_membership_rules_approvers,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.offered_access_role import OfferedAccessRole


T = TypeVar("T", bound="MembershipRules")


@_attrs_define
class MembershipRules:
    max_length_seconds: int | Unset = UNSET
    """ The longest time for which a membership can be given or extended, in seconds: every membership ends. """
    default_length_seconds: int | Unset = UNSET
    """ How long a membership lasts if no end is given, in seconds. At most the longest length, which is used if
    this is absent. """
    reason_required: bool | Unset = UNSET
    """ Whether a membership can only be given with a reason. """
    members_may_ask: bool | Unset = UNSET
    """ Whether members of the account may ask for a membership. """
    teams_may_enter: bool | Unset = UNSET
    """ Whether teams may be given access although an end or a reason is required: then that is required of the
    access of the team. Of no importance without such a rule. """
    approvers: MembershipRulesApprovers | Unset = UNSET
    """ Who decides on requests, and adds members: the managers of the service group, too (also if absent), or
    admins alone. """
    access_roles: list[OfferedAccessRole] | Unset = UNSET
    """ The access roles that managers and requests may give; admins may give any. """
    default_access_role: str | Unset = UNSET
    """ The key of the access role that a membership gets from SCIM, an import or an invitation, if it names none.
    Without such a role in the account they get none. """

    def to_dict(self) -> dict[str, Any]:
        max_length_seconds = self.max_length_seconds

        default_length_seconds = self.default_length_seconds

        reason_required = self.reason_required

        members_may_ask = self.members_may_ask

        teams_may_enter = self.teams_may_enter

        approvers: str | Unset = UNSET
        if not isinstance(self.approvers, Unset):
            approvers = self.approvers

        access_roles: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.access_roles, Unset):
            access_roles = []
            for access_roles_item_data in self.access_roles:
                access_roles_item = access_roles_item_data.to_dict()
                access_roles.append(access_roles_item)

        default_access_role = self.default_access_role

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if max_length_seconds is not UNSET:
            field_dict["maxLengthSeconds"] = max_length_seconds
        if default_length_seconds is not UNSET:
            field_dict["defaultLengthSeconds"] = default_length_seconds
        if reason_required is not UNSET:
            field_dict["reasonRequired"] = reason_required
        if members_may_ask is not UNSET:
            field_dict["membersMayAsk"] = members_may_ask
        if teams_may_enter is not UNSET:
            field_dict["teamsMayEnter"] = teams_may_enter
        if approvers is not UNSET:
            field_dict["approvers"] = approvers
        if access_roles is not UNSET:
            field_dict["accessRoles"] = access_roles
        if default_access_role is not UNSET:
            field_dict["defaultAccessRole"] = default_access_role

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.offered_access_role import OfferedAccessRole

        d = dict(src_dict)
        max_length_seconds = d.pop("maxLengthSeconds", UNSET)

        default_length_seconds = d.pop("defaultLengthSeconds", UNSET)

        reason_required = d.pop("reasonRequired", UNSET)

        members_may_ask = d.pop("membersMayAsk", UNSET)

        teams_may_enter = d.pop("teamsMayEnter", UNSET)

        _approvers = d.pop("approvers", UNSET)
        approvers: MembershipRulesApprovers | Unset
        if isinstance(_approvers, Unset):
            approvers = UNSET
        else:
            approvers = check_membership_rules_approvers(_approvers)

        _access_roles = d.pop("accessRoles", UNSET)
        access_roles: list[OfferedAccessRole] | Unset = UNSET
        if _access_roles is not UNSET:
            access_roles = []
            for access_roles_item_data in _access_roles:
                access_roles_item = OfferedAccessRole.from_dict(access_roles_item_data)

                access_roles.append(access_roles_item)

        default_access_role = d.pop("defaultAccessRole", UNSET)

        membership_rules = cls(
            max_length_seconds=max_length_seconds,
            default_length_seconds=default_length_seconds,
            reason_required=reason_required,
            members_may_ask=members_may_ask,
            teams_may_enter=teams_may_enter,
            approvers=approvers,
            access_roles=access_roles,
            default_access_role=default_access_role,
        )

        return membership_rules
