from typing import Literal, cast

WebhookEndpointWithHealthDisabledReasonType3Type1 = Literal[
    "failing", "gone", "requested"
]


def check_webhook_endpoint_with_health_disabled_reason_type_3_type_1(
    value: str,
) -> WebhookEndpointWithHealthDisabledReasonType3Type1:
    """A newer API may have more values: they are let through."""
    return cast(WebhookEndpointWithHealthDisabledReasonType3Type1, value)
