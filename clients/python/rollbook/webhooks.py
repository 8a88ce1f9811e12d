import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping

from .errors import SignatureError
from .models import PublishedEvent

_TOLERANCE = 300
"""Seconds."""


def verify_webhook(body: bytes, headers: Mapping[str, str], *secrets: str) -> PublishedEvent:
    """The event of a request, of whose body nothing was parsed, by https://www.standardwebhooks.com.

    While a secret is being rotated, give the old one and the new one. A delivery may come twice: the event's `id` tells.
    Raises SignatureError.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    sent_at = lower.get("webhook-timestamp", "")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > _TOLERANCE:
        raise SignatureError("The webhook has no time, or was not sent now.")
    signed = f"{lower.get('webhook-id', '')}.{sent_at}.".encode() + body
    given = [signature.encode() for signature in lower.get("webhook-signature", "").split()]
    for secret in secrets:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        if not key:
            raise ValueError("A webhook secret is whsec_ and base64.")
        wanted = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(wanted, signature) for signature in given):
            return PublishedEvent.from_dict(json.loads(body))
    raise SignatureError("The webhook was not signed with any of the secrets.")
