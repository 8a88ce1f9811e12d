import os

from rollbook_client import AuthenticatedClient
from rollbook_client.api.access import evaluate
from rollbook_client.api.accounts import create_account
from rollbook_client.api.memberships import add_member
from rollbook_client.api.service_groups import create_service_group
from rollbook_client.api.users import create_user
from rollbook_client.models import (
    Action,
    CreateAccount,
    CreateServiceGroup,
    CreateUser,
    CreateUserRole,
    EvaluationRequest,
    EvaluationRequestContext,
    Problem,
    ProblemCode,
    Resource,
    ResourceType,
    Subject,
    SubjectType,
)

client = AuthenticatedClient(os.environ["ROLLBOOK_URL"], token=os.environ["ROLLBOOK_KEY"])


def done(answer):
    if isinstance(answer, Problem):
        raise SystemExit(f"{answer.code}: {answer.detail}")
    return answer


account = done(create_account.sync(client=client, body=CreateAccount("Analytical Engines")))
person = CreateUser("Ada Lovelace", "ada@example.com", role=CreateUserRole.OWNER)
ada = done(create_user.sync(account.id, client=client, body=person))
prod = done(create_service_group.sync(account.id, client=client, body=CreateServiceGroup("prod")))


def may_ada_enter_prod():
    question = EvaluationRequest(
        subject=Subject(SubjectType.USER, ada.id),
        action=Action("enter"),
        resource=Resource(ResourceType.SERVICE_GROUP, prod.id),
        context=EvaluationRequestContext.from_dict({"account_id": account.id}),
    )
    return done(evaluate.sync(client=client, body=question)).decision


print("May Ada enter prod?", may_ada_enter_prod())
done(add_member.sync(account.id, prod.id, ada.id, client=client))
print("And as a member?", may_ada_enter_prod())

refused = create_user.sync(account.id, client=client, body=person)
if isinstance(refused, Problem) and refused.code == ProblemCode.EMAIL_TAKEN:
    print("Another Ada?", refused.detail)
