from typing import Literal, cast

CreateLogStreamForm = Literal["cloudevents", "datadog", "ndjson", "ocsf", "splunk-hec"]


def check_create_log_stream_form(value: str) -> CreateLogStreamForm:
    """A newer API may have more values: they are let through."""
    return cast(CreateLogStreamForm, value)
