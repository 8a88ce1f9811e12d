from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.membership_rules_approvers import (
    MembershipRulesApprovers,
    check_membership_rules_approvers,
)
from ..types import UNSET, Unset

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
    approvers: MembershipRulesApprovers | Unset = UNSET
    """ Who decides on requests, and adds members: the managers of the service group, too (also if absent), or
    admins alone. """

    def to_dict(self) -> dict[str, Any]:
        max_length_seconds = self.max_length_seconds

        default_length_seconds = self.default_length_seconds

        reason_required = self.reason_required

        members_may_ask = self.members_may_ask

        approvers: str | Unset = UNSET
        if not isinstance(self.approvers, Unset):
            approvers = self.approvers

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
        if approvers is not UNSET:
            field_dict["approvers"] = approvers

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        max_length_seconds = d.pop("maxLengthSeconds", UNSET)

        default_length_seconds = d.pop("defaultLengthSeconds", UNSET)

        reason_required = d.pop("reasonRequired", UNSET)

        members_may_ask = d.pop("membersMayAsk", UNSET)

        _approvers = d.pop("approvers", UNSET)
        approvers: MembershipRulesApprovers | Unset
        if isinstance(_approvers, Unset):
            approvers = UNSET
        else:
            approvers = check_membership_rules_approvers(_approvers)

        membership_rules = cls(
            max_length_seconds=max_length_seconds,
            default_length_seconds=default_length_seconds,
            reason_required=reason_required,
            members_may_ask=members_may_ask,
            approvers=approvers,
        )

        return membership_rules
