from typing import Literal, cast

LogStreamForm = Literal["cloudevents", "datadog", "ndjson", "ocsf", "splunk-hec"]


def check_log_stream_form(value: str) -> LogStreamForm:
    """A newer API may have more values: they are let through."""
    return cast(LogStreamForm, value)
