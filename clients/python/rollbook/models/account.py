from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.account_status import AccountStatus, check_account_status

if TYPE_CHECKING:
    from ..models.account_counts import AccountCounts
    from ..models.account_metadata import AccountMetadata
    from ..models.limits import Limits
    from ..models.sign_in_rule import SignInRule


T = TypeVar("T", bound="Account")


@_attrs_define
class Account:
    id: str
    """ `acct_` followed by a ULID. """
    name: str
    status: AccountStatus
    external_id: None | str
    """ The id in another system. Unique among all accounts. """
    metadata: AccountMetadata
    plan: None | str
    """ The name of the account's plan. It may be one that is no longer configured: the limits that were copied from
    it stay. """
    limits: Limits
    sign_in_rules: list[SignInRule]
    """ Which identity providers say who the users of the account are. """
    counts: AccountCounts | None
    """ Null in answers with `asOf`. """
    version: int
    """ Incremented with each event; also the ETag. """
    created_at: datetime.datetime
    """ ISO 8601, UTC. """
    updated_at: datetime.datetime
    """ ISO 8601, UTC. """
    updated_by: None | str
    """ Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.account_counts import AccountCounts

        id = self.id

        name = self.name

        status: str = self.status

        external_id: None | str
        external_id = self.external_id

        metadata = self.metadata.to_dict()

        plan: None | str
        plan = self.plan

        limits = self.limits.to_dict()

        sign_in_rules = []
        for sign_in_rules_item_data in self.sign_in_rules:
            sign_in_rules_item = sign_in_rules_item_data.to_dict()
            sign_in_rules.append(sign_in_rules_item)

        counts: dict[str, Any] | None
        if isinstance(self.counts, AccountCounts):
            counts = self.counts.to_dict()
        else:
            counts = self.counts

        version = self.version

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        updated_by: None | str
        updated_by = self.updated_by

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "status": status,
                "externalId": external_id,
                "metadata": metadata,
                "plan": plan,
                "limits": limits,
                "signInRules": sign_in_rules,
                "counts": counts,
                "version": version,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.account_counts import AccountCounts
        from ..models.account_metadata import AccountMetadata
        from ..models.limits import Limits
        from ..models.sign_in_rule import SignInRule

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        status = check_account_status(d.pop("status"))

        def _parse_external_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        external_id = _parse_external_id(d.pop("externalId"))

        metadata = AccountMetadata.from_dict(d.pop("metadata"))

        def _parse_plan(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        plan = _parse_plan(d.pop("plan"))

        limits = Limits.from_dict(d.pop("limits"))

        sign_in_rules = []
        _sign_in_rules = d.pop("signInRules")
        for sign_in_rules_item_data in _sign_in_rules:
            sign_in_rules_item = SignInRule.from_dict(sign_in_rules_item_data)

            sign_in_rules.append(sign_in_rules_item)

        def _parse_counts(data: object) -> AccountCounts | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                counts_type_0 = AccountCounts.from_dict(data)

                return counts_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(AccountCounts | None, data)

        counts = _parse_counts(d.pop("counts"))

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        def _parse_updated_by(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        updated_by = _parse_updated_by(d.pop("updatedBy"))

        account = cls(
            id=id,
            name=name,
            status=status,
            external_id=external_id,
            metadata=metadata,
            plan=plan,
            limits=limits,
            sign_in_rules=sign_in_rules,
            counts=counts,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
            updated_by=updated_by,
        )

        account.additional_properties = d
        return account

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
