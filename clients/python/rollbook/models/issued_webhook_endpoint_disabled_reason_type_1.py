from typing import Literal, cast

IssuedWebhookEndpointDisabledReasonType1 = Literal["failing", "gone", "requested"]


def check_issued_webhook_endpoint_disabled_reason_type_1(
    value: str,
) -> IssuedWebhookEndpointDisabledReasonType1:
    """A newer API may have more values: they are let through."""
    return cast(IssuedWebhookEndpointDisabledReasonType1, value)
