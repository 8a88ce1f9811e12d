from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.scim_key import ScimKey
    from ..models.scim_refusal import ScimRefusal


T = TypeVar("T", bound="ScimSetUp")


@_attrs_define
class ScimSetUp:
    base_url: None | str
    """ What identity providers call the base URL or tenant URL. Null if `ROLLBOOK_PUBLIC_URL` is not set. """
    teams_base_url: None | str
    """ The same, for an identity provider whose groups are to be teams. """
    api_keys: list[ScimKey]
    """ The API keys that may use it, newest first; at most 100. """
    refusals: list[ScimRefusal]
    """ The most recent requests of a week that were refused, newest first; at most 20. They are recorded within
    about ten seconds. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        base_url: None | str
        base_url = self.base_url

        teams_base_url: None | str
        teams_base_url = self.teams_base_url

        api_keys = []
        for api_keys_item_data in self.api_keys:
            api_keys_item = api_keys_item_data.to_dict()
            api_keys.append(api_keys_item)

        refusals = []
        for refusals_item_data in self.refusals:
            refusals_item = refusals_item_data.to_dict()
            refusals.append(refusals_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "baseUrl": base_url,
                "teamsBaseUrl": teams_base_url,
                "apiKeys": api_keys,
                "refusals": refusals,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.scim_key import ScimKey
        from ..models.scim_refusal import ScimRefusal

        d = dict(src_dict)

        def _parse_base_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        base_url = _parse_base_url(d.pop("baseUrl"))

        def _parse_teams_base_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        teams_base_url = _parse_teams_base_url(d.pop("teamsBaseUrl"))

        api_keys = []
        _api_keys = d.pop("apiKeys")
        for api_keys_item_data in _api_keys:
            api_keys_item = ScimKey.from_dict(api_keys_item_data)

            api_keys.append(api_keys_item)

        refusals = []
        _refusals = d.pop("refusals")
        for refusals_item_data in _refusals:
            refusals_item = ScimRefusal.from_dict(refusals_item_data)

            refusals.append(refusals_item)

        scim_set_up = cls(
            base_url=base_url,
            teams_base_url=teams_base_url,
            api_keys=api_keys,
            refusals=refusals,
        )

        scim_set_up.additional_properties = d
        return scim_set_up

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
