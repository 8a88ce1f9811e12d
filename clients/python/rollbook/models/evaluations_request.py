from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.action import Action
    from ..models.evaluations_request_context import EvaluationsRequestContext
    from ..models.evaluations_request_options import EvaluationsRequestOptions
    from ..models.partial_evaluation import PartialEvaluation
    from ..models.resource import Resource
    from ..models.subject import Subject


T = TypeVar("T", bound="EvaluationsRequest")


@_attrs_define
class EvaluationsRequest:
    evaluations: list[PartialEvaluation]
    """ Each is answered by itself: one that is not valid is denied, with the reason. """
    options: EvaluationsRequestOptions | Unset = UNSET
    """ Its `evaluations_semantic` is `execute_all`, `deny_on_first_deny` or `permit_on_first_permit`. """
    subject: Subject | Unset = UNSET
    action: Action | Unset = UNSET
    resource: Resource | Unset = UNSET
    context: EvaluationsRequestContext | Unset = UNSET
    """ Anything. Operators, and API keys of the platform, must name the account in it, as `account_id`; a user's
    token or an account's API
    key already does. `as_of`, ISO 8601 with a time zone, asks how it was then instead of now, and takes no external
    ids. """

    def to_dict(self) -> dict[str, Any]:
        evaluations = []
        for evaluations_item_data in self.evaluations:
            evaluations_item = evaluations_item_data.to_dict()
            evaluations.append(evaluations_item)

        options: dict[str, Any] | Unset = UNSET
        if not isinstance(self.options, Unset):
            options = self.options.to_dict()

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

        field_dict.update(
            {
                "evaluations": evaluations,
            }
        )
        if options is not UNSET:
            field_dict["options"] = options
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
        from ..models.evaluations_request_context import EvaluationsRequestContext
        from ..models.evaluations_request_options import EvaluationsRequestOptions
        from ..models.partial_evaluation import PartialEvaluation
        from ..models.resource import Resource
        from ..models.subject import Subject

        d = dict(src_dict)
        evaluations = []
        _evaluations = d.pop("evaluations")
        for evaluations_item_data in _evaluations:
            evaluations_item = PartialEvaluation.from_dict(evaluations_item_data)

            evaluations.append(evaluations_item)

        _options = d.pop("options", UNSET)
        options: EvaluationsRequestOptions | Unset
        if isinstance(_options, Unset):
            options = UNSET
        else:
            options = EvaluationsRequestOptions.from_dict(_options)

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
        context: EvaluationsRequestContext | Unset
        if isinstance(_context, Unset):
            context = UNSET
        else:
            context = EvaluationsRequestContext.from_dict(_context)

        evaluations_request = cls(
            evaluations=evaluations,
            options=options,
            subject=subject,
            action=action,
            resource=resource,
            context=context,
        )

        return evaluations_request
