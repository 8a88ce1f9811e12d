from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.explained_path import ExplainedPath
    from ..models.explained_reason import ExplainedReason


T = TypeVar("T", bound="Explanation")


@_attrs_define
class Explanation:
    permission: str
    """ What was asked. """
    decision: bool
    until: None | str
    """ When the last of the ways that allow it ends by itself. Null: one of them does not, or it is not allowed.
    """
    reason: ExplainedReason | None
    """ Null if it is allowed. """
    paths: list[ExplainedPath]
    """ Every way that holds, the own membership first; also if something else stands against them. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.explained_reason import ExplainedReason

        permission = self.permission

        decision = self.decision

        until: None | str
        until = self.until

        reason: dict[str, Any] | None
        if isinstance(self.reason, ExplainedReason):
            reason = self.reason.to_dict()
        else:
            reason = self.reason

        paths = []
        for paths_item_data in self.paths:
            paths_item = paths_item_data.to_dict()
            paths.append(paths_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "permission": permission,
                "decision": decision,
                "until": until,
                "reason": reason,
                "paths": paths,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.explained_path import ExplainedPath
        from ..models.explained_reason import ExplainedReason

        d = dict(src_dict)
        permission = d.pop("permission")

        decision = d.pop("decision")

        def _parse_until(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        until = _parse_until(d.pop("until"))

        def _parse_reason(data: object) -> ExplainedReason | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                reason_type_0 = ExplainedReason.from_dict(data)

                return reason_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ExplainedReason | None, data)

        reason = _parse_reason(d.pop("reason"))

        paths = []
        _paths = d.pop("paths")
        for paths_item_data in _paths:
            paths_item = ExplainedPath.from_dict(paths_item_data)

            paths.append(paths_item)

        explanation = cls(
            permission=permission,
            decision=decision,
            until=until,
            reason=reason,
            paths=paths,
        )

        explanation.additional_properties = d
        return explanation

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
