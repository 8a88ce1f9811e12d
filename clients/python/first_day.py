"""A first day with Rollbook: `python first_day.py`, with an API, a guard of all accounts, and the token of an operator."""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from rollbook import Client, Feed, RollbookError, SignatureError, verify_webhook
from rollbook.api import accounts, api_keys, audit_log, memberships, service_groups, users, webhook_endpoints
from rollbook.models import CreateAccount, CreateApiKey, CreateServiceGroup, CreateUser, CreateWebhookEndpoint

URL = os.environ["ROLLBOOK_URL"]
WITHIN = 60.0
"""Seconds: of which a copy may be behind and still count as level."""


def day() -> None:
    with Client(URL, os.environ["ROLLBOOK_KEY"]) as client, Client(os.environ["ROLLBOOK_GUARD"]) as guard:
        account = client.call(accounts.create_account(body=CreateAccount("Analytical Engines"))).id
        people = [
            CreateUser("Ada Lovelace", "ada@example.com", role="owner", external_id="ada"),
            CreateUser("Charles Babbage", "charles@example.com"),
            CreateUser("Mary Somerville", "mary@example.com"),
        ]
        created = [client.call(users.create_user(account, body=person)) for person in people]
        ada = created[0].id
        # Two to a page; the iterator reads both.
        names = [user.name for user in client.each(users.list_users(account, limit=2, sort="name"))]
        print("people:", ", ".join(names))

        group = client.call(
            service_groups.create_service_group(account, body=CreateServiceGroup("prod", external_id="prod"))
        )
        before = client.may_enter(ada, group.id, account=account)
        written = client.answer(memberships.add_member(account, group.id, ada))
        after = guard.may_enter("external:ada", "external:prod", account=account, at_least=written.position)
        print(f"may Ada enter prod? {before}, and as a member, by the guard: {after}".lower())

        scopes = CreateApiKey("feed", ["events:read"])
        follow_killed_and_resumed(client, account, client.call(api_keys.create_api_key(account, body=scopes)).key)
        receive_webhook(client, account, group.id)

        try:
            client.call(users.create_user(account, body=people[0]))
        except RollbookError as refusal:
            if refusal.code != "email_taken":
                raise
            print("another Ada?", refusal.code)


def follow_killed_and_resumed(client: Client, account: str, key: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, folder, account]
        environment = {**os.environ, "ROLLBOOK_KEY": key}
        first = subprocess.Popen(command, env=environment)
        until(lambda: len(Copy(folder).ids) > 0)
        first.kill()
        first.wait()
        client.call(users.create_user(account, body=CreateUser("Luigi Menabrea", "luigi@example.com")))
        wanted = sorted(event.id for event in client.each(audit_log.list_events(account)))
        second = subprocess.Popen(command, env=environment)
        until(lambda: Copy(folder).level.exists() and len(Copy(folder).ids) >= len(wanted))
        second.kill()
        second.wait()
        print(
            f"the feed, killed and resumed: {len(wanted)} events, each once: {sorted(Copy(folder).ids) == wanted}".lower()
        )


class Copy:
    """What a copy stores: the cursor together with what follows from the events before it."""

    def __init__(self, folder: str) -> None:
        self.file = Path(folder, "copy.json")
        self.level = Path(folder, "level")
        stored = json.loads(self.file.read_text()) if self.file.exists() else {"cursor": None, "ids": []}
        self.cursor: str | None = stored["cursor"]
        self.ids: list[str] = stored["ids"]

    def store(self) -> None:
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps({"cursor": self.cursor, "ids": self.ids}))
        new.replace(self.file)


def follow(folder: str, account: str) -> None:
    copy = Copy(folder)
    feed = Feed(Client(URL, os.environ["ROLLBOOK_KEY"]), account, copy.cursor)

    def say_when_level() -> None:
        until(lambda: feed.is_level(WITHIN))
        copy.level.touch()

    threading.Thread(target=say_when_level, daemon=True).start()
    for page in feed:
        copy.ids += [event.id for event in page.data]
        copy.cursor = page.next_cursor
        copy.store()


def receive_webhook(client: Client, account: str, group: str) -> None:
    received: list[tuple[bytes, dict[str, str]]] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append((self.rfile.read(int(self.headers["content-length"])), dict(self.headers)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/"
    endpoint = CreateWebhookEndpoint(url, event_types=["service_group.removed"])
    secret = client.call(webhook_endpoints.create_webhook_endpoint(account, body=endpoint)).secret
    assert secret is not None
    client.call(service_groups.remove_service_group(account, group))
    until(lambda: len(received) > 0)
    server.shutdown()
    body, headers = received[0]
    event = verify_webhook(body, headers, secret)
    try:
        verify_webhook(body + b" ", headers, secret)
        forged = "accepted"
    except SignatureError:
        forged = "refused"
    print(f"a webhook of {event.type_}, verified; a forged one: {forged}")


def until(holds: Callable[[], bool]) -> None:
    for _ in range(1_200):
        if holds():
            return
        time.sleep(0.05)
    raise TimeoutError


if __name__ == "__main__":
    follow(*sys.argv[1:]) if len(sys.argv) > 1 else day()
