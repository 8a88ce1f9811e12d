from typing import Literal, cast

WebhookEndpointWithHealthDisabledReasonType2Type1 = Literal[
    "failing", "gone", "requested"
]


def check_webhook_endpoint_with_health_disabled_reason_type_2_type_1(
    value: str,
) -> WebhookEndpointWithHealthDisabledReasonType2Type1:
    """A newer API may have more values: they are let through."""
    return cast(WebhookEndpointWithHealthDisabledReasonType2Type1, value)
