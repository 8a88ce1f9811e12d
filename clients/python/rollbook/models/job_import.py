from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.job_import_kind import JobImportKind, check_job_import_kind

T = TypeVar("T", bound="JobImport")


@_attrs_define
class JobImport:
    kind: JobImportKind
    dry_run: bool
    """ A dry run: nothing is changed, and `refused` is what would be refused. """
    file_name: None | str
    """ The name that was sent with the file. Null if there was none. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        dry_run = self.dry_run

        file_name: None | str
        file_name = self.file_name

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "dryRun": dry_run,
                "fileName": file_name,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        kind = check_job_import_kind(d.pop("kind"))

        dry_run = d.pop("dryRun")

        def _parse_file_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        file_name = _parse_file_name(d.pop("fileName"))

        job_import = cls(
            kind=kind,
            dry_run=dry_run,
            file_name=file_name,
        )

        job_import.additional_properties = d
        return job_import

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
