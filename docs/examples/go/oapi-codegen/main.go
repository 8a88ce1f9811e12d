package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"rollbook.example/rollbook"
)

var ctx = context.Background()

func main() {
	client, err := rollbook.NewClientWithResponses(os.Getenv("ROLLBOOK_URL"), rollbook.WithRequestEditorFn(authorize))
	must(err, nil)

	account, err := client.CreateAccountWithResponse(ctx, nil, rollbook.CreateAccount{Name: "Analytical Engines"})
	must(err, account.ApplicationproblemJSONDefault)
	accountID := account.JSON201.Id

	owner := rollbook.CreateUserRoleOwner
	person := rollbook.CreateUser{Name: "Ada Lovelace", Email: "ada@example.com", Role: &owner}
	ada, err := client.CreateUserWithResponse(ctx, accountID, nil, person)
	must(err, ada.ApplicationproblemJSONDefault)

	prod, err := client.CreateServiceGroupWithResponse(ctx, accountID, nil, rollbook.CreateServiceGroup{Name: "prod"})
	must(err, prod.ApplicationproblemJSONDefault)

	mayAdaEnterProd := func() bool {
		answer, err := client.EvaluateWithResponse(ctx, nil, rollbook.EvaluationRequest{
			Subject:  rollbook.Subject{Type: rollbook.SubjectTypeUser, Id: ada.JSON201.Id},
			Action:   rollbook.Action{Name: "enter"},
			Resource: rollbook.Resource{Type: rollbook.ResourceTypeServiceGroup, Id: prod.JSON201.Id},
			Context:  &map[string]any{"account_id": accountID},
		})
		must(err, answer.ApplicationproblemJSONDefault)
		return answer.JSON200.Decision
	}
	fmt.Println("May Ada enter prod?", mayAdaEnterProd())
	member, err := client.AddMemberWithResponse(ctx, accountID, prod.JSON201.Id, ada.JSON201.Id, nil, rollbook.MembershipTerms{})
	must(err, member.ApplicationproblemJSONDefault)
	fmt.Println("And as a member?", mayAdaEnterProd())

	again, err := client.CreateUserWithResponse(ctx, accountID, nil, person)
	must(err, nil)
	if problem := again.ApplicationproblemJSONDefault; problem != nil && problem.Code == rollbook.ProblemCodeEmailTaken {
		fmt.Println("Another Ada?", problem.Detail)
	}
}

func authorize(_ context.Context, request *http.Request) error {
	request.Header.Set("Authorization", "Bearer "+os.Getenv("ROLLBOOK_KEY"))
	return nil
}

func must(err error, problem *rollbook.Problem) {
	if err != nil {
		log.Fatal(err)
	}
	if problem != nil {
		log.Fatalf("%s: %s", problem.Code, problem.Detail)
	}
}
