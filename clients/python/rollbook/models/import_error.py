from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ImportError_")


@_attrs_define
class ImportError_:
    line: int
    """ Line of the file, from 1, in which the row begins; the first line of a CSV file is its header. """
    last_line: int
    """ Line in which the row ends: a later one if there is a line break between quotation marks. """
    code: str
    detail: str
    values: list[str] | None
    """ Its values as they stand in the file, in the order of its columns; of NDJSON the line. Null after a week, or
    if they cannot be read. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        line = self.line

        last_line = self.last_line

        code = self.code

        detail = self.detail

        values: list[str] | None
        if isinstance(self.values, list):
            values = self.values

        else:
            values = self.values

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "line": line,
                "lastLine": last_line,
                "code": code,
                "detail": detail,
                "values": values,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        line = d.pop("line")

        last_line = d.pop("lastLine")

        code = d.pop("code")

        detail = d.pop("detail")

        def _parse_values(data: object) -> list[str] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                values_type_0 = cast(list[str], data)

                return values_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        values = _parse_values(d.pop("values"))

        import_error = cls(
            line=line,
            last_line=last_line,
            code=code,
            detail=detail,
            values=values,
        )

        import_error.additional_properties = d
        return import_error

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
