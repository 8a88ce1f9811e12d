from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.action import Action
    from ..models.partial_evaluation_context import PartialEvaluationContext
    from ..models.resource import Resource
    from ..models.subject import Subject


T = TypeVar("T", bound="PartialEvaluation")


@_attrs_define
class PartialEvaluation:
    subject: Subject | Unset = UNSET
    action: Action | Unset = UNSET
    resource: Resource | Unset = UNSET
    context: PartialEvaluationContext | Unset = UNSET
    """ Anything. Operators, and API keys of the platform, must name the account in it, as `account_id`; a user's
    token or an account's API
    key already does. `as_of`, ISO 8601 with a time zone, asks how it was then instead of now, and takes no external
    ids. """

    def to_dict(self) -> dict[str, Any]:
        subject: dict[str, Any] | Unset = UNSET
        if not isinstance(self.subject, Unset):
            subject = self.subject.to_dict()

        action: dict[str, Any] | Unset = UNSET
        if not isinstance(self.action, Unset):
            action = self.action.to_dict()

        resource: dict[str, Any] | Unset = UNSET
        if not isinstance(self.resource, Unset):
            resource = self.resource.to_dict()

        context: dict[str, Any] | Unset = UNSET
        if not isinstance(self.context, Unset):
            context = self.context.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if subject is not UNSET:
            field_dict["subject"] = subject
        if action is not UNSET:
            field_dict["action"] = action
        if resource is not UNSET:
            field_dict["resource"] = resource
        if context is not UNSET:
            field_dict["context"] = context

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.action import Action
        from ..models.partial_evaluation_context import PartialEvaluationContext
        from ..models.resource import Resource
        from ..models.subject import Subject

        d = dict(src_dict)
        _subject = d.pop("subject", UNSET)
        subject: Subject | Unset
        if isinstance(_subject, Unset):
            subject = UNSET
        else:
            subject = Subject.from_dict(_subject)

        _action = d.pop("action", UNSET)
        action: Action | Unset
        if isinstance(_action, Unset):
            action = UNSET
        else:
            action = Action.from_dict(_action)

        _resource = d.pop("resource", UNSET)
        resource: Resource | Unset
        if isinstance(_resource, Unset):
            resource = UNSET
        else:
            resource = Resource.from_dict(_resource)

        _context = d.pop("context", UNSET)
        context: PartialEvaluationContext | Unset
        if isinstance(_context, Unset):
            context = UNSET
        else:
            context = PartialEvaluationContext.from_dict(_context)

        partial_evaluation = cls(
            subject=subject,
            action=action,
            resource=resource,
            context=context,
        )

        return partial_evaluation
