from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.changed_membership_rules_approvers_type_1 import (
    ChangedMembershipRulesApproversType1,
    check_changed_membership_rules_approvers_type_1,
)
from ..models.changed_membership_rules_approvers_type_2_type_1 import (
    ChangedMembershipRulesApproversType2Type1,
    check_changed_membership_rules_approvers_type_2_type_1,
)
from ..models.changed_membership_rules_approvers_type_3_type_1 import (
    ChangedMembershipRulesApproversType3Type1,
    check_changed_membership_rules_approvers_type_3_type_1,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.offered_access_role import OfferedAccessRole


T = TypeVar("T", bound="ChangedMembershipRules")


@_attrs_define
class ChangedMembershipRules:
    max_length_seconds: float | None | Unset = UNSET
    """ The longest time for which a membership can be given or extended, in seconds: every membership ends. Null
    removes the rule. """
    default_length_seconds: float | None | Unset = UNSET
    """ How long a membership lasts if no end is given, in seconds: at most the longest length. Null removes the
    rule. """
    reason_required: bool | None | Unset = UNSET
    """ Whether a membership can only be given with a reason. """
    members_may_ask: bool | None | Unset = UNSET
    """ Whether members of the account may ask for a membership. """
    teams_may_enter: bool | None | Unset = UNSET
    """ Whether teams may be given access although an end or a reason is required: then that is required of the
    access of the team. Of no importance without such a rule. """
    approvers: (
        ChangedMembershipRulesApproversType1
        | ChangedMembershipRulesApproversType2Type1
        | ChangedMembershipRulesApproversType3Type1
        | None
        | Unset
    ) = UNSET
    """ Who decides on requests, and adds members: the managers of the service group, too, or admins alone. Null
    removes the rule: managers do. """
    access_roles: list[OfferedAccessRole] | None | Unset = UNSET
    """ The access roles that managers and requests may give; admins may give any. Replaces the list; null removes
    the rule. """
    default_access_role: None | str | Unset = UNSET
    """ The key of the access role that a membership gets from SCIM, an import or an invitation, if it names none.
    Null removes the rule. """

    def to_dict(self) -> dict[str, Any]:
        max_length_seconds: float | None | Unset
        if isinstance(self.max_length_seconds, Unset):
            max_length_seconds = UNSET
        else:
            max_length_seconds = self.max_length_seconds

        default_length_seconds: float | None | Unset
        if isinstance(self.default_length_seconds, Unset):
            default_length_seconds = UNSET
        else:
            default_length_seconds = self.default_length_seconds

        reason_required: bool | None | Unset
        if isinstance(self.reason_required, Unset):
            reason_required = UNSET
        else:
            reason_required = self.reason_required

        members_may_ask: bool | None | Unset
        if isinstance(self.members_may_ask, Unset):
            members_may_ask = UNSET
        else:
            members_may_ask = self.members_may_ask

        teams_may_enter: bool | None | Unset
        if isinstance(self.teams_may_enter, Unset):
            teams_may_enter = UNSET
        else:
            teams_may_enter = self.teams_may_enter

        approvers: None | str | Unset
        if isinstance(self.approvers, Unset):
            approvers = UNSET
        elif (
            isinstance(self.approvers, str)
            or isinstance(self.approvers, str)
            or isinstance(self.approvers, str)
        ):
            approvers = self.approvers
        else:
            approvers = self.approvers

        access_roles: list[dict[str, Any]] | None | Unset
        if isinstance(self.access_roles, Unset):
            access_roles = UNSET
        elif isinstance(self.access_roles, list):
            access_roles = []
            for access_roles_type_0_item_data in self.access_roles:
                access_roles_type_0_item = access_roles_type_0_item_data.to_dict()
                access_roles.append(access_roles_type_0_item)

        else:
            access_roles = self.access_roles

        default_access_role: None | str | Unset
        if isinstance(self.default_access_role, Unset):
            default_access_role = UNSET
        else:
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

        def _parse_max_length_seconds(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        max_length_seconds = _parse_max_length_seconds(d.pop("maxLengthSeconds", UNSET))

        def _parse_default_length_seconds(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        default_length_seconds = _parse_default_length_seconds(
            d.pop("defaultLengthSeconds", UNSET)
        )

        def _parse_reason_required(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        reason_required = _parse_reason_required(d.pop("reasonRequired", UNSET))

        def _parse_members_may_ask(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        members_may_ask = _parse_members_may_ask(d.pop("membersMayAsk", UNSET))

        def _parse_teams_may_enter(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        teams_may_enter = _parse_teams_may_enter(d.pop("teamsMayEnter", UNSET))

        def _parse_approvers(
            data: object,
        ) -> (
            ChangedMembershipRulesApproversType1
            | ChangedMembershipRulesApproversType2Type1
            | ChangedMembershipRulesApproversType3Type1
            | None
            | Unset
        ):
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                approvers_type_1 = check_changed_membership_rules_approvers_type_1(data)

                return approvers_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                approvers_type_2_type_1 = (
                    check_changed_membership_rules_approvers_type_2_type_1(data)
                )

                return approvers_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                approvers_type_3_type_1 = (
                    check_changed_membership_rules_approvers_type_3_type_1(data)
                )

                return approvers_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                ChangedMembershipRulesApproversType1
                | ChangedMembershipRulesApproversType2Type1
                | ChangedMembershipRulesApproversType3Type1
                | None
                | Unset,
                data,
            )

        approvers = _parse_approvers(d.pop("approvers", UNSET))

        def _parse_access_roles(data: object) -> list[OfferedAccessRole] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                access_roles_type_0 = []
                _access_roles_type_0 = data
                for access_roles_type_0_item_data in _access_roles_type_0:
                    access_roles_type_0_item = OfferedAccessRole.from_dict(
                        access_roles_type_0_item_data
                    )

                    access_roles_type_0.append(access_roles_type_0_item)

                return access_roles_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[OfferedAccessRole] | None | Unset, data)

        access_roles = _parse_access_roles(d.pop("accessRoles", UNSET))

        def _parse_default_access_role(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        default_access_role = _parse_default_access_role(
            d.pop("defaultAccessRole", UNSET)
        )

        changed_membership_rules = cls(
            max_length_seconds=max_length_seconds,
            default_length_seconds=default_length_seconds,
            reason_required=reason_required,
            members_may_ask=members_may_ask,
            teams_may_enter=teams_may_enter,
            approvers=approvers,
            access_roles=access_roles,
            default_access_role=default_access_role,
        )

        return changed_membership_rules
