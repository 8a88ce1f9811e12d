from typing import Literal, cast

IssuedWebhookEndpointDisabledReasonType3Type1 = Literal["failing", "gone", "requested"]


def check_issued_webhook_endpoint_disabled_reason_type_3_type_1(
    value: str,
) -> IssuedWebhookEndpointDisabledReasonType3Type1:
    """A newer API may have more values: they are let through."""
    return cast(IssuedWebhookEndpointDisabledReasonType3Type1, value)
