import os

import openapi_client as rollbook
from openapi_client.exceptions import ApiException

configuration = rollbook.Configuration(os.environ["ROLLBOOK_URL"], access_token=os.environ["ROLLBOOK_KEY"])
client = rollbook.ApiClient(configuration)
users = rollbook.UsersApi(client)

account = rollbook.AccountsApi(client).create_account(rollbook.CreateAccount(name="Analytical Engines"))
person = rollbook.CreateUser(name="Ada Lovelace", email="ada@example.com", role="owner")
ada = users.create_user(account.id, person)
prod = rollbook.ServiceGroupsApi(client).create_service_group(account.id, rollbook.CreateServiceGroup(name="prod"))


def may_ada_enter_prod():
    question = rollbook.EvaluationRequest(
        subject=rollbook.Subject(type="user", id=ada.id),
        action=rollbook.Action(name="enter"),
        resource=rollbook.Resource(type="service_group", id=prod.id),
        context={"account_id": account.id},
    )
    return rollbook.AccessApi(client).evaluate(question).decision


print("May Ada enter prod?", may_ada_enter_prod())
rollbook.MembershipsApi(client).add_member(account.id, prod.id, ada.id)
print("And as a member?", may_ada_enter_prod())

try:
    users.create_user(account.id, person)
except ApiException as refused:
    if refused.data.code != rollbook.ProblemCode.EMAIL_TAKEN:
        raise
    print("Another Ada?", refused.data.detail)
