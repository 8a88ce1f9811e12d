// What a client does through a network that fails.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"rollbook.example/rollbook"
)

func main() {
	ctx := context.Background()
	client := rollbook.NewClient(os.Getenv("ROLLBOOK_URL"), os.Getenv("ROLLBOOK_KEY"))
	account := must(client.CreateAccount(ctx, nil, rollbook.CreateAccount{Name: "Probe"})).Id
	owner := rollbook.CreateUserRoleOwner
	ada := must(client.CreateUser(ctx, account, nil, rollbook.CreateUser{Name: "Ada", Email: "ada@example.com", Role: &owner}))
	is := true
	for user, err := range client.EachUsers(ctx, account, nil) {
		is = is && must(user, err).Id == ada.Id
	}
	fmt.Println(is)
	feed := client.Follow(account, "")
	levels := []bool{feed.IsLevel(time.Minute)}
	for page, err := range feed.Pages(ctx) {
		must(page, err)
		if levels = append(levels, feed.IsLevel(time.Minute)); len(levels) == 6 {
			break
		}
	}
	fmt.Println("[" + strings.Join(strings.Fields(strings.Trim(fmt.Sprint(levels), "[]")), ", ") + "]")
	nowhere := rollbook.NewClient("http://127.0.0.1:9", "none")
	nowhere.Attempts = 1
	_, err := nowhere.MayEnter(ctx, rollbook.Question{User: "external:ada", Group: "external:prod"})
	var none *rollbook.ConnectionError
	if errors.As(err, &none) {
		fmt.Println("no answer, no decision")
	}
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
