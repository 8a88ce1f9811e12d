from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.notice_kind import NoticeKind, check_notice_kind
from ..models.notice_status_type_1 import NoticeStatusType1, check_notice_status_type_1
from ..models.notice_status_type_2_type_1 import (
    NoticeStatusType2Type1,
    check_notice_status_type_2_type_1,
)
from ..models.notice_status_type_3_type_1 import (
    NoticeStatusType3Type1,
    check_notice_status_type_3_type_1,
)

if TYPE_CHECKING:
    from ..models.notice_recipient import NoticeRecipient
    from ..models.open_notice import OpenNotice


T = TypeVar("T", bound="Notice")


@_attrs_define
class Notice:
    account_name: str
    kind: NoticeKind
    """ `asked`: to those who decide. `decided`: to the requester. `ending`: to a member whose access is about to
    end. """
    recipients: list[NoticeRecipient]
    """ Empty if no mail is to be sent. """
    service_group_name: str
    user_name: str
    """ The name of the requester, or of the member whose access is about to end. """
    status: None | NoticeStatusType1 | NoticeStatusType2Type1 | NoticeStatusType3Type1
    """ Of the request; null if there is none. """
    reason: None | str
    expires_at: None | str
    """ The requested, given or present end of the access. Null if none was requested, or if it has no end. """
    length_seconds: float | None
    note: None | str
    decided_by_name: None | str
    """ Null if it is not a user of the account. """
    open_: list[OpenNotice]
    """ Up to 20 others that are open: of the service group if its managers decide, otherwise of the account. Empty
    unless `kind` is `asked`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_name = self.account_name

        kind: str = self.kind

        recipients = []
        for recipients_item_data in self.recipients:
            recipients_item = recipients_item_data.to_dict()
            recipients.append(recipients_item)

        service_group_name = self.service_group_name

        user_name = self.user_name

        status: None | str
        if (
            isinstance(self.status, str)
            or isinstance(self.status, str)
            or isinstance(self.status, str)
        ):
            status = self.status
        else:
            status = self.status

        reason: None | str
        reason = self.reason

        expires_at: None | str
        expires_at = self.expires_at

        length_seconds: float | None
        length_seconds = self.length_seconds

        note: None | str
        note = self.note

        decided_by_name: None | str
        decided_by_name = self.decided_by_name

        open_ = []
        for open_item_data in self.open_:
            open_item = open_item_data.to_dict()
            open_.append(open_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountName": account_name,
                "kind": kind,
                "recipients": recipients,
                "serviceGroupName": service_group_name,
                "userName": user_name,
                "status": status,
                "reason": reason,
                "expiresAt": expires_at,
                "lengthSeconds": length_seconds,
                "note": note,
                "decidedByName": decided_by_name,
                "open": open_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.notice_recipient import NoticeRecipient
        from ..models.open_notice import OpenNotice

        d = dict(src_dict)
        account_name = d.pop("accountName")

        kind = check_notice_kind(d.pop("kind"))

        recipients = []
        _recipients = d.pop("recipients")
        for recipients_item_data in _recipients:
            recipients_item = NoticeRecipient.from_dict(recipients_item_data)

            recipients.append(recipients_item)

        service_group_name = d.pop("serviceGroupName")

        user_name = d.pop("userName")

        def _parse_status(
            data: object,
        ) -> None | NoticeStatusType1 | NoticeStatusType2Type1 | NoticeStatusType3Type1:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                status_type_1 = check_notice_status_type_1(data)

                return status_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                status_type_2_type_1 = check_notice_status_type_2_type_1(data)

                return status_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                status_type_3_type_1 = check_notice_status_type_3_type_1(data)

                return status_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                None
                | NoticeStatusType1
                | NoticeStatusType2Type1
                | NoticeStatusType3Type1,
                data,
            )

        status = _parse_status(d.pop("status"))

        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

        def _parse_expires_at(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        expires_at = _parse_expires_at(d.pop("expiresAt"))

        def _parse_length_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        length_seconds = _parse_length_seconds(d.pop("lengthSeconds"))

        def _parse_note(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        note = _parse_note(d.pop("note"))

        def _parse_decided_by_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        decided_by_name = _parse_decided_by_name(d.pop("decidedByName"))

        open_ = []
        _open_ = d.pop("open")
        for open_item_data in _open_:
            open_item = OpenNotice.from_dict(open_item_data)

            open_.append(open_item)

        notice = cls(
            account_name=account_name,
            kind=kind,
            recipients=recipients,
            service_group_name=service_group_name,
            user_name=user_name,
            status=status,
            reason=reason,
            expires_at=expires_at,
            length_seconds=length_seconds,
            note=note,
            decided_by_name=decided_by_name,
            open_=open_,
        )

        notice.additional_properties = d
        return notice

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
