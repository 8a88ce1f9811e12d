from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.account_leaf import AccountLeaf
    from ..models.batch_line import BatchLine


T = TypeVar("T", bound="EventProof")


@_attrs_define
class EventProof:
    entry: str
    """ The event as it is stored, without what an erasure removes, in base64. """
    account: AccountLeaf
    batch: BatchLine
    proof: str
    """ That the log of all accounts has the batch, with its checkpoint: https://c2sp.org/tlog-proof. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        entry = self.entry

        account = self.account.to_dict()

        batch = self.batch.to_dict()

        proof = self.proof

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "entry": entry,
                "account": account,
                "batch": batch,
                "proof": proof,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.account_leaf import AccountLeaf
        from ..models.batch_line import BatchLine

        d = dict(src_dict)
        entry = d.pop("entry")

        account = AccountLeaf.from_dict(d.pop("account"))

        batch = BatchLine.from_dict(d.pop("batch"))

        proof = d.pop("proof")

        event_proof = cls(
            entry=entry,
            account=account,
            batch=batch,
            proof=proof,
        )

        event_proof.additional_properties = d
        return event_proof

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
