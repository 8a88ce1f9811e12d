from typing import Literal, cast

ChangeLogStreamForm = Literal["cloudevents", "datadog", "ndjson", "ocsf", "splunk-hec"]


def check_change_log_stream_form(value: str) -> ChangeLogStreamForm:
    """A newer API may have more values: they are let through."""
    return cast(ChangeLogStreamForm, value)
