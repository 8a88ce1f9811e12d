from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.import_kind import ImportKind, check_import_kind
from ..models.import_status import ImportStatus, check_import_status

if TYPE_CHECKING:
    from ..models.job_stop import JobStop


T = TypeVar("T", bound="Import")


@_attrs_define
class Import:
    id: str
    """ The id of the job, which can be paused and resumed like any other. """
    account_id: str
    kind: ImportKind
    dry_run: bool
    """ A dry run: nothing is changed. """
    file_name: None | str
    """ The name that was sent with the file. Null if there was none. """
    status: ImportStatus
    rows: int
    """ The number of rows: the lines below the heading, except for empty ones; a row may have several lines. """
    processed: int
    """ The number of rows applied or refused so far. """
    created: int
    changed: int
    unchanged: int
    """ Rows that made no difference. """
    refused: int
    """ See the errors of the import. """
    stop: JobStop | None
    """ If it stopped by itself and is paused, otherwise null. """
    skipped: int
    """ Empty rows of the file, which are not among its rows. """
    omitted: int
    """ Rows that were left out by `omit`, which are not among its rows either. """
    lines: float | None
    """ The number of lines of the file, with its heading. Null for imports of earlier versions. """
    correlation_id: str
    """ Of all its events: by this id it can be undone. """
    reverted_by: None | str
    """ The `correlationId` of what has undone it. Null if that was not done, or was itself undone. """
    created_at: datetime.datetime
    """ ISO 8601, UTC. """
    updated_at: datetime.datetime
    """ ISO 8601, UTC. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.job_stop import JobStop

        id = self.id

        account_id = self.account_id

        kind: str = self.kind

        dry_run = self.dry_run

        file_name: None | str
        file_name = self.file_name

        status: str = self.status

        rows = self.rows

        processed = self.processed

        created = self.created

        changed = self.changed

        unchanged = self.unchanged

        refused = self.refused

        stop: dict[str, Any] | None
        if isinstance(self.stop, JobStop):
            stop = self.stop.to_dict()
        else:
            stop = self.stop

        skipped = self.skipped

        omitted = self.omitted

        lines: float | None
        lines = self.lines

        correlation_id = self.correlation_id

        reverted_by: None | str
        reverted_by = self.reverted_by

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "accountId": account_id,
                "kind": kind,
                "dryRun": dry_run,
                "fileName": file_name,
                "status": status,
                "rows": rows,
                "processed": processed,
                "created": created,
                "changed": changed,
                "unchanged": unchanged,
                "refused": refused,
                "stop": stop,
                "skipped": skipped,
                "omitted": omitted,
                "lines": lines,
                "correlationId": correlation_id,
                "revertedBy": reverted_by,
                "createdAt": created_at,
                "updatedAt": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.job_stop import JobStop

        d = dict(src_dict)
        id = d.pop("id")

        account_id = d.pop("accountId")

        kind = check_import_kind(d.pop("kind"))

        dry_run = d.pop("dryRun")

        def _parse_file_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        file_name = _parse_file_name(d.pop("fileName"))

        status = check_import_status(d.pop("status"))

        rows = d.pop("rows")

        processed = d.pop("processed")

        created = d.pop("created")

        changed = d.pop("changed")

        unchanged = d.pop("unchanged")

        refused = d.pop("refused")

        def _parse_stop(data: object) -> JobStop | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                stop_type_0 = JobStop.from_dict(data)

                return stop_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(JobStop | None, data)

        stop = _parse_stop(d.pop("stop"))

        skipped = d.pop("skipped")

        omitted = d.pop("omitted")

        def _parse_lines(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        lines = _parse_lines(d.pop("lines"))

        correlation_id = d.pop("correlationId")

        def _parse_reverted_by(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reverted_by = _parse_reverted_by(d.pop("revertedBy"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        import_ = cls(
            id=id,
            account_id=account_id,
            kind=kind,
            dry_run=dry_run,
            file_name=file_name,
            status=status,
            rows=rows,
            processed=processed,
            created=created,
            changed=changed,
            unchanged=unchanged,
            refused=refused,
            stop=stop,
            skipped=skipped,
            omitted=omitted,
            lines=lines,
            correlation_id=correlation_id,
            reverted_by=reverted_by,
            created_at=created_at,
            updated_at=updated_at,
        )

        import_.additional_properties = d
        return import_

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
