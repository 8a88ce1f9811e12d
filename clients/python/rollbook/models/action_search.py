from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.action_search_context import ActionSearchContext
    from ..models.resource import Resource
    from ..models.search_page import SearchPage
    from ..models.subject import Subject


T = TypeVar("T", bound="ActionSearch")


@_attrs_define
class ActionSearch:
    subject: Subject
    resource: Resource
    context: ActionSearchContext | Unset = UNSET
    """ Anything. Operators, and API keys of the platform, must name the account in it, as `account_id`; a user's
    token or an account's API
    key already does. `as_of`, ISO 8601 with a time zone, asks how it was then instead of now, and takes no external
    ids. """
    page: SearchPage | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        subject = self.subject.to_dict()

        resource = self.resource.to_dict()

        context: dict[str, Any] | Unset = UNSET
        if not isinstance(self.context, Unset):
            context = self.context.to_dict()

        page: dict[str, Any] | Unset = UNSET
        if not isinstance(self.page, Unset):
            page = self.page.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "subject": subject,
                "resource": resource,
            }
        )
        if context is not UNSET:
            field_dict["context"] = context
        if page is not UNSET:
            field_dict["page"] = page

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.action_search_context import ActionSearchContext
        from ..models.resource import Resource
        from ..models.search_page import SearchPage
        from ..models.subject import Subject

        d = dict(src_dict)
        subject = Subject.from_dict(d.pop("subject"))

        resource = Resource.from_dict(d.pop("resource"))

        _context = d.pop("context", UNSET)
        context: ActionSearchContext | Unset
        if isinstance(_context, Unset):
            context = UNSET
        else:
            context = ActionSearchContext.from_dict(_context)

        _page = d.pop("page", UNSET)
        page: SearchPage | Unset
        if isinstance(_page, Unset):
            page = UNSET
        else:
            page = SearchPage.from_dict(_page)

        action_search = cls(
            subject=subject,
            resource=resource,
            context=context,
            page=page,
        )

        return action_search
