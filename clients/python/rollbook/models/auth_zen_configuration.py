from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="AuthZenConfiguration")


@_attrs_define
class AuthZenConfiguration:
    policy_decision_point: str
    access_evaluation_endpoint: str
    access_evaluations_endpoint: str
    search_subject_endpoint: str
    search_resource_endpoint: str
    search_action_endpoint: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        policy_decision_point = self.policy_decision_point

        access_evaluation_endpoint = self.access_evaluation_endpoint

        access_evaluations_endpoint = self.access_evaluations_endpoint

        search_subject_endpoint = self.search_subject_endpoint

        search_resource_endpoint = self.search_resource_endpoint

        search_action_endpoint = self.search_action_endpoint

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "policy_decision_point": policy_decision_point,
                "access_evaluation_endpoint": access_evaluation_endpoint,
                "access_evaluations_endpoint": access_evaluations_endpoint,
                "search_subject_endpoint": search_subject_endpoint,
                "search_resource_endpoint": search_resource_endpoint,
                "search_action_endpoint": search_action_endpoint,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        policy_decision_point = d.pop("policy_decision_point")

        access_evaluation_endpoint = d.pop("access_evaluation_endpoint")

        access_evaluations_endpoint = d.pop("access_evaluations_endpoint")

        search_subject_endpoint = d.pop("search_subject_endpoint")

        search_resource_endpoint = d.pop("search_resource_endpoint")

        search_action_endpoint = d.pop("search_action_endpoint")

        auth_zen_configuration = cls(
            policy_decision_point=policy_decision_point,
            access_evaluation_endpoint=access_evaluation_endpoint,
            access_evaluations_endpoint=access_evaluations_endpoint,
            search_subject_endpoint=search_subject_endpoint,
            search_resource_endpoint=search_resource_endpoint,
            search_action_endpoint=search_action_endpoint,
        )

        auth_zen_configuration.additional_properties = d
        return auth_zen_configuration

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
