from typing import Literal, cast

LogStreamWithHealthForm = Literal[
    "cloudevents", "datadog", "ndjson", "ocsf", "splunk-hec"
]


def check_log_stream_with_health_form(value: str) -> LogStreamWithHealthForm:
    """A newer API may have more values: they are let through."""
    return cast(LogStreamWithHealthForm, value)
