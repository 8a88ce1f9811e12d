from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.import_inspection_format import (
    ImportInspectionFormat,
    check_import_inspection_format,
)
from ..models.import_inspection_kind import (
    ImportInspectionKind,
    check_import_inspection_kind,
)

if TYPE_CHECKING:
    from ..models.import_column import ImportColumn
    from ..models.import_error import ImportError_
    from ..models.import_field import ImportField


T = TypeVar("T", bound="ImportInspection")


@_attrs_define
class ImportInspection:
    kind: ImportInspectionKind
    format_: ImportInspectionFormat
    delimiter: None | str
    """ What is between the values of CSV, otherwise null. """
    columns: list[ImportColumn]
    fields: list[ImportField]
    """ All fields of this kind of import. """
    ready: bool
    """ False: before the import, rename the headings to the fields and remove other columns. """
    rows: int
    """ The number of examined rows: the first 100. """
    total: float | None
    """ How many rows the file has. Null if only its beginning was looked at. """
    valid: int
    """ The number of examined rows that are valid. """
    problems: list[ImportError_]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        format_: str = self.format_

        delimiter: None | str
        delimiter = self.delimiter

        columns = []
        for columns_item_data in self.columns:
            columns_item = columns_item_data.to_dict()
            columns.append(columns_item)

        fields = []
        for fields_item_data in self.fields:
            fields_item = fields_item_data.to_dict()
            fields.append(fields_item)

        ready = self.ready

        rows = self.rows

        total: float | None
        total = self.total

        valid = self.valid

        problems = []
        for problems_item_data in self.problems:
            problems_item = problems_item_data.to_dict()
            problems.append(problems_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "format": format_,
                "delimiter": delimiter,
                "columns": columns,
                "fields": fields,
                "ready": ready,
                "rows": rows,
                "total": total,
                "valid": valid,
                "problems": problems,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.import_column import ImportColumn
        from ..models.import_error import ImportError_
        from ..models.import_field import ImportField

        d = dict(src_dict)
        kind = check_import_inspection_kind(d.pop("kind"))

        format_ = check_import_inspection_format(d.pop("format"))

        def _parse_delimiter(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        delimiter = _parse_delimiter(d.pop("delimiter"))

        columns = []
        _columns = d.pop("columns")
        for columns_item_data in _columns:
            columns_item = ImportColumn.from_dict(columns_item_data)

            columns.append(columns_item)

        fields = []
        _fields = d.pop("fields")
        for fields_item_data in _fields:
            fields_item = ImportField.from_dict(fields_item_data)

            fields.append(fields_item)

        ready = d.pop("ready")

        rows = d.pop("rows")

        def _parse_total(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        total = _parse_total(d.pop("total"))

        valid = d.pop("valid")

        problems = []
        _problems = d.pop("problems")
        for problems_item_data in _problems:
            problems_item = ImportError_.from_dict(problems_item_data)

            problems.append(problems_item)

        import_inspection = cls(
            kind=kind,
            format_=format_,
            delimiter=delimiter,
            columns=columns,
            fields=fields,
            ready=ready,
            rows=rows,
            total=total,
            valid=valid,
            problems=problems,
        )

        import_inspection.additional_properties = d
        return import_inspection

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
