from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.change_account_metadata_type_0 import ChangeAccountMetadataType0
    from ..models.changed_limits import ChangedLimits
    from ..models.sign_in_rule import SignInRule


T = TypeVar("T", bound="ChangeAccount")


@_attrs_define
class ChangeAccount:
    name: str | Unset = UNSET
    """ 1 to 100 visible characters, of at most 800 bytes in UTF-8. """
    external_id: None | str | Unset = UNSET
    """ The id in another system. Unique and case-sensitive. Null removes it. """
    metadata: ChangeAccountMetadataType0 | None | Unset = UNSET
    """ A merge patch of the metadata, which can have 16 KB and 500 values in all: null removes a key, or, as the
    whole value, everything. """
    plan: None | str | Unset = UNSET
    """ The name of the account's plan. A configured plan also replaces the limits with its own, unless others are
    given. Null removes
    the plan, and leaves the limits. Operators only. """
    limits: ChangedLimits | None | Unset = UNSET
    """ Limits of the account. Null removes all limits. Whatever exceeds a new limit stays. Operators only. """
    sign_in_rules: list[SignInRule] | None | Unset = UNSET
    """ Which identity providers say who the users of the account are. Replaces all rules; null removes them.
    Operators only, who
    have made sure that a domain is the account's. """

    def to_dict(self) -> dict[str, Any]:
        from ..models.change_account_metadata_type_0 import ChangeAccountMetadataType0
        from ..models.changed_limits import ChangedLimits

        name = self.name

        external_id: None | str | Unset
        if isinstance(self.external_id, Unset):
            external_id = UNSET
        else:
            external_id = self.external_id

        metadata: dict[str, Any] | None | Unset
        if isinstance(self.metadata, Unset):
            metadata = UNSET
        elif isinstance(self.metadata, ChangeAccountMetadataType0):
            metadata = self.metadata.to_dict()
        else:
            metadata = self.metadata

        plan: None | str | Unset
        if isinstance(self.plan, Unset):
            plan = UNSET
        else:
            plan = self.plan

        limits: dict[str, Any] | None | Unset
        if isinstance(self.limits, Unset):
            limits = UNSET
        elif isinstance(self.limits, ChangedLimits):
            limits = self.limits.to_dict()
        else:
            limits = self.limits

        sign_in_rules: list[dict[str, Any]] | None | Unset
        if isinstance(self.sign_in_rules, Unset):
            sign_in_rules = UNSET
        elif isinstance(self.sign_in_rules, list):
            sign_in_rules = []
            for sign_in_rules_type_0_item_data in self.sign_in_rules:
                sign_in_rules_type_0_item = sign_in_rules_type_0_item_data.to_dict()
                sign_in_rules.append(sign_in_rules_type_0_item)

        else:
            sign_in_rules = self.sign_in_rules

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if external_id is not UNSET:
            field_dict["externalId"] = external_id
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if plan is not UNSET:
            field_dict["plan"] = plan
        if limits is not UNSET:
            field_dict["limits"] = limits
        if sign_in_rules is not UNSET:
            field_dict["signInRules"] = sign_in_rules

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.change_account_metadata_type_0 import ChangeAccountMetadataType0
        from ..models.changed_limits import ChangedLimits
        from ..models.sign_in_rule import SignInRule

        d = dict(src_dict)
        name = d.pop("name", UNSET)

        def _parse_external_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        external_id = _parse_external_id(d.pop("externalId", UNSET))

        def _parse_metadata(data: object) -> ChangeAccountMetadataType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                metadata_type_0 = ChangeAccountMetadataType0.from_dict(data)

                return metadata_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChangeAccountMetadataType0 | None | Unset, data)

        metadata = _parse_metadata(d.pop("metadata", UNSET))

        def _parse_plan(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        plan = _parse_plan(d.pop("plan", UNSET))

        def _parse_limits(data: object) -> ChangedLimits | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                limits_type_0 = ChangedLimits.from_dict(data)

                return limits_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChangedLimits | None | Unset, data)

        limits = _parse_limits(d.pop("limits", UNSET))

        def _parse_sign_in_rules(data: object) -> list[SignInRule] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                sign_in_rules_type_0 = []
                _sign_in_rules_type_0 = data
                for sign_in_rules_type_0_item_data in _sign_in_rules_type_0:
                    sign_in_rules_type_0_item = SignInRule.from_dict(
                        sign_in_rules_type_0_item_data
                    )

                    sign_in_rules_type_0.append(sign_in_rules_type_0_item)

                return sign_in_rules_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[SignInRule] | None | Unset, data)

        sign_in_rules = _parse_sign_in_rules(d.pop("signInRules", UNSET))

        change_account = cls(
            name=name,
            external_id=external_id,
            metadata=metadata,
            plan=plan,
            limits=limits,
            sign_in_rules=sign_in_rules,
        )

        return change_account
