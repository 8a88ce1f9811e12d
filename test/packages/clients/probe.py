"""What a client does through a network that fails: `sync` or `async`."""

import asyncio
import os
import sys

from rollbook import AsyncClient, AsyncFeed, Client, Feed, NoAnswerError
from rollbook.api import accounts, users
from rollbook.models import CreateAccount, CreateUser

URL, KEY = os.environ["ROLLBOOK_URL"], os.environ["ROLLBOOK_KEY"]
ADA = CreateUser("Ada", "ada@example.com", role="owner")


def sync() -> None:
    client = Client(URL, KEY)
    account = client.call(accounts.create_account(body=CreateAccount("Probe"))).id
    ada = client.call(users.create_user(account, body=ADA))
    print([user.id for user in client.each(users.list_users(account))] == [ada.id])
    feed = Feed(client, account)
    levels = [feed.is_level(60)]
    for _ in feed:
        levels.append(feed.is_level(60))
        if len(levels) == 6:
            break
    print(levels)


async def awaited() -> None:
    async with AsyncClient(URL, KEY) as client:
        account = (await client.call(accounts.create_account(body=CreateAccount("Probe")))).id
        ada = await client.call(users.create_user(account, body=ADA))
        print([user.id async for user in client.each(users.list_users(account))] == [ada.id])
        feed = AsyncFeed(client, account)
        levels = [feed.is_level(60)]
        async for _ in feed:
            levels.append(feed.is_level(60))
            if len(levels) == 6:
                break
        print(levels)


if sys.argv[1] == "sync":
    sync()
else:
    asyncio.run(awaited())
try:
    Client("http://127.0.0.1:9", "none", attempts=1).may_enter("external:ada", "external:prod")
except NoAnswerError:
    print("no answer, no decision")
