from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.job_status import JobStatus, check_job_status
from ..models.job_steps_item import JobStepsItem, check_job_steps_item
from ..models.job_type import JobType, check_job_type

if TYPE_CHECKING:
    from ..models.bulk_job import BulkJob
    from ..models.job_import import JobImport
    from ..models.job_revert import JobRevert
    from ..models.job_stop import JobStop


T = TypeVar("T", bound="Job")


@_attrs_define
class Job:
    id: str
    account_id: str
    type_: JobType
    status: JobStatus
    subject_id: str
    """ The removed or erased user, the removed service group, or the account. """
    processed: int
    """ Memberships ended or erased, users and service groups removed, or rows processed, so far. """
    rows: float | None
    """ The number of rows of an import or a bulk job, or of users and service groups of an undo: an upper bound
    until that has ended.
    Otherwise null. """
    refused: float | None
    """ The number of rows of an import, a bulk job or an undo refused so far (see its `refused.csv`), otherwise
    null. """
    bulk: BulkJob | None
    """ For a bulk job, otherwise null. """
    import_: JobImport | None
    """ For an import, otherwise null. """
    revert: JobRevert | None
    """ For an undo, otherwise null. """
    correlation_id: str
    """ Of all events of the job: by this id an import, a bulk job or an undo can be undone. """
    reverted_by: None | str
    """ The `correlationId` of what has undone an import, a bulk job or an undo. Null if that was not done, or was
    itself undone. """
    created_by: str
    """ Who started it: `operator:…`, `user:…` or `api-key:…`. """
    runs_as: str
    """ Whose rights it needs, and whom its events name: who started it or, since then, who last resumed it. """
    stop: JobStop | None
    """ For an import, a bulk job or an undo that stopped by itself and is paused, otherwise null. """
    steps: list[JobStepsItem]
    """ What the caller may do with it as it is now. Resuming what changes owners takes a recent sign-in too. """
    version: int
    """ Incremented with each finished part and each pause; also the ETag. """
    created_at: datetime.datetime
    """ ISO 8601, UTC. """
    updated_at: datetime.datetime
    """ ISO 8601, UTC. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.bulk_job import BulkJob
        from ..models.job_import import JobImport
        from ..models.job_revert import JobRevert
        from ..models.job_stop import JobStop

        id = self.id

        account_id = self.account_id

        type_: str = self.type_

        status: str = self.status

        subject_id = self.subject_id

        processed = self.processed

        rows: float | None
        rows = self.rows

        refused: float | None
        refused = self.refused

        bulk: dict[str, Any] | None
        if isinstance(self.bulk, BulkJob):
            bulk = self.bulk.to_dict()
        else:
            bulk = self.bulk

        import_: dict[str, Any] | None
        if isinstance(self.import_, JobImport):
            import_ = self.import_.to_dict()
        else:
            import_ = self.import_

        revert: dict[str, Any] | None
        if isinstance(self.revert, JobRevert):
            revert = self.revert.to_dict()
        else:
            revert = self.revert

        correlation_id = self.correlation_id

        reverted_by: None | str
        reverted_by = self.reverted_by

        created_by = self.created_by

        runs_as = self.runs_as

        stop: dict[str, Any] | None
        if isinstance(self.stop, JobStop):
            stop = self.stop.to_dict()
        else:
            stop = self.stop

        steps = []
        for steps_item_data in self.steps:
            steps_item: str = steps_item_data
            steps.append(steps_item)

        version = self.version

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "accountId": account_id,
                "type": type_,
                "status": status,
                "subjectId": subject_id,
                "processed": processed,
                "rows": rows,
                "refused": refused,
                "bulk": bulk,
                "import": import_,
                "revert": revert,
                "correlationId": correlation_id,
                "revertedBy": reverted_by,
                "createdBy": created_by,
                "runsAs": runs_as,
                "stop": stop,
                "steps": steps,
                "version": version,
                "createdAt": created_at,
                "updatedAt": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.bulk_job import BulkJob
        from ..models.job_import import JobImport
        from ..models.job_revert import JobRevert
        from ..models.job_stop import JobStop

        d = dict(src_dict)
        id = d.pop("id")

        account_id = d.pop("accountId")

        type_ = check_job_type(d.pop("type"))

        status = check_job_status(d.pop("status"))

        subject_id = d.pop("subjectId")

        processed = d.pop("processed")

        def _parse_rows(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        rows = _parse_rows(d.pop("rows"))

        def _parse_refused(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        refused = _parse_refused(d.pop("refused"))

        def _parse_bulk(data: object) -> BulkJob | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                bulk_type_0 = BulkJob.from_dict(data)

                return bulk_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BulkJob | None, data)

        bulk = _parse_bulk(d.pop("bulk"))

        def _parse_import_(data: object) -> JobImport | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                import_type_0 = JobImport.from_dict(data)

                return import_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(JobImport | None, data)

        import_ = _parse_import_(d.pop("import"))

        def _parse_revert(data: object) -> JobRevert | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                revert_type_0 = JobRevert.from_dict(data)

                return revert_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(JobRevert | None, data)

        revert = _parse_revert(d.pop("revert"))

        correlation_id = d.pop("correlationId")

        def _parse_reverted_by(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reverted_by = _parse_reverted_by(d.pop("revertedBy"))

        created_by = d.pop("createdBy")

        runs_as = d.pop("runsAs")

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

        steps = []
        _steps = d.pop("steps")
        for steps_item_data in _steps:
            steps_item = check_job_steps_item(steps_item_data)

            steps.append(steps_item)

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        job = cls(
            id=id,
            account_id=account_id,
            type_=type_,
            status=status,
            subject_id=subject_id,
            processed=processed,
            rows=rows,
            refused=refused,
            bulk=bulk,
            import_=import_,
            revert=revert,
            correlation_id=correlation_id,
            reverted_by=reverted_by,
            created_by=created_by,
            runs_as=runs_as,
            stop=stop,
            steps=steps,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
        )

        job.additional_properties = d
        return job

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
