from typing import Literal, cast

WebhookEndpointDisabledReasonType1 = Literal["failing", "gone", "requested"]


def check_webhook_endpoint_disabled_reason_type_1(
    value: str,
) -> WebhookEndpointDisabledReasonType1:
    """A newer API may have more values: they are let through."""
    return cast(WebhookEndpointDisabledReasonType1, value)
