package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"rollbook.example/openapi"
)

func main() {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: os.Getenv("ROLLBOOK_URL")}}
	client := openapi.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), openapi.ContextAccessToken, os.Getenv("ROLLBOOK_KEY"))

	account, _, err := client.AccountsAPI.CreateAccount(ctx).CreateAccount(*openapi.NewCreateAccount("Analytical Engines")).Execute()
	must(err)
	person := openapi.NewCreateUser("Ada Lovelace", "ada@example.com")
	person.SetRole("owner")
	ada, _, err := client.UsersAPI.CreateUser(ctx, account.Id).CreateUser(*person).Execute()
	must(err)
	prod, _, err := client.ServiceGroupsAPI.CreateServiceGroup(ctx, account.Id).CreateServiceGroup(*openapi.NewCreateServiceGroup("prod")).Execute()
	must(err)

	mayAdaEnterProd := func() bool {
		question := openapi.NewEvaluationRequest(
			*openapi.NewSubject("user", ada.Id),
			*openapi.NewAction("enter"),
			*openapi.NewResource("service_group", prod.Id),
		)
		question.SetContext(map[string]any{"account_id": account.Id})
		answer, _, err := client.AccessAPI.Evaluate(ctx).EvaluationRequest(*question).Execute()
		must(err)
		return answer.Decision
	}
	fmt.Println("May Ada enter prod?", mayAdaEnterProd())
	// Without terms this client would send `null`.
	terms := *openapi.NewMembershipTerms()
	_, _, err = client.MembershipsAPI.AddMember(ctx, account.Id, prod.Id, ada.Id).MembershipTerms(terms).Execute()
	must(err)
	fmt.Println("And as a member?", mayAdaEnterProd())

	_, _, err = client.UsersAPI.CreateUser(ctx, account.Id).CreateUser(*person).Execute()
	if problem, ok := problemOf(err); ok && problem.Code == openapi.PROBLEMCODE_EMAIL_TAKEN {
		fmt.Println("Another Ada?", problem.Detail)
	}
}

func problemOf(err error) (openapi.Problem, bool) {
	var refused *openapi.GenericOpenAPIError
	if !errors.As(err, &refused) {
		return openapi.Problem{}, false
	}
	problem, ok := refused.Model().(openapi.Problem)
	return problem, ok
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
