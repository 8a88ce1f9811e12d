from .get_webhook_delivery import get_webhook_delivery
from .get_webhook_statistics import get_webhook_statistics
from .list_webhook_deliveries import list_webhook_deliveries
from .recover_webhooks import recover_webhooks
from .redeliver_webhook import redeliver_webhook
from .test_webhook import test_webhook

__all__ = [
    "get_webhook_delivery",
    "get_webhook_statistics",
    "list_webhook_deliveries",
    "recover_webhooks",
    "redeliver_webhook",
    "test_webhook",
]
