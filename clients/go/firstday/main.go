// A first day with Rollbook: `go run .`, with an API, a guard of all accounts, and the token of an operator.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rollbook.example/rollbook"
)

// Of which a copy may be behind and still count as level.
const within = time.Minute

var ctx = context.Background()

func main() {
	client := rollbook.NewClient(os.Getenv("ROLLBOOK_URL"), os.Getenv("ROLLBOOK_KEY"))
	if len(os.Args) > 1 {
		follow(client, os.Args[1], os.Args[2])
		return
	}
	account := must(client.CreateAccount(ctx, nil, rollbook.CreateAccount{Name: "Analytical Engines"})).Id
	people := []rollbook.CreateUser{
		{Name: "Ada Lovelace", Email: "ada@example.com", Role: to(rollbook.CreateUserRoleOwner), ExternalId: to("ada")},
		{Name: "Charles Babbage", Email: "charles@example.com"},
		{Name: "Mary Somerville", Email: "mary@example.com"},
	}
	var ada string
	for place, person := range people {
		if user := must(client.CreateUser(ctx, account, nil, person)); place == 0 {
			ada = user.Id
		}
	}
	var names []string
	// Two to a page; the iterator reads both.
	for user, err := range client.EachUsers(ctx, account, &rollbook.ListUsersParams{Limit: to(2), Sort: to(rollbook.ListUsersParamsSortName)}) {
		names = append(names, must(user, err).Name)
	}
	fmt.Println("people:", strings.Join(names, ", "))

	guard := rollbook.NewClient(os.Getenv("ROLLBOOK_GUARD"), "")
	group := must(client.CreateServiceGroup(ctx, account, nil, rollbook.CreateServiceGroup{Name: "prod", ExternalId: to("prod")})).Id
	before := must(client.MayEnter(ctx, rollbook.Question{User: ada, Group: group, Account: account}))
	var written http.Header
	must(client.AddMember(ctx, account, group, ada, nil, nil, rollbook.WithHeader(&written)))
	after := must(guard.MayEnter(ctx, rollbook.Question{
		User: "external:ada", Group: "external:prod", Account: account, AtLeast: written.Get("Rollbook-Position"),
	}))
	fmt.Printf("may ada enter prod? %t, and as a member, by the guard: %t\n", before, after)

	scopes := rollbook.CreateApiKey{Name: "feed", Scopes: []rollbook.CreateApiKeyScopes{rollbook.CreateApiKeyScopesEventsRead}}
	followKilledAndResumed(client, account, must(client.CreateApiKey(ctx, account, nil, scopes)).Key)
	receiveWebhook(client, account, group)

	_, err := client.CreateUser(ctx, account, nil, people[0])
	if !rollbook.IsCode(err, rollbook.ProblemCodeEmailTaken) {
		log.Fatal(err)
	}
	fmt.Println("another Ada?", rollbook.ProblemCodeEmailTaken)
}

func followKilledAndResumed(client *rollbook.Client, account, key string) {
	folder := must(os.MkdirTemp("", "copy"))
	defer os.RemoveAll(folder)
	follower := func() *exec.Cmd {
		command := exec.Command(must(os.Executable()), folder, account)
		command.Env = append(os.Environ(), "ROLLBOOK_KEY="+key)
		command.Stderr = os.Stderr
		must("", command.Start())
		return command
	}
	end := func(command *exec.Cmd) {
		must("", command.Process.Kill())
		_ = command.Wait()
	}
	first := follower()
	until(func() bool { return len(stored(folder).Ids) > 0 })
	end(first)
	must(client.CreateUser(ctx, account, nil, rollbook.CreateUser{Name: "Luigi Menabrea", Email: "luigi@example.com"}))
	var wanted []string
	for event, err := range client.EachEvents(ctx, account, nil) {
		wanted = append(wanted, must(event, err).Id)
	}
	second := follower()
	until(func() bool {
		_, err := os.Stat(filepath.Join(folder, "level"))
		return err == nil && len(stored(folder).Ids) >= len(wanted)
	})
	end(second)
	got := stored(folder).Ids
	slices.Sort(got)
	slices.Sort(wanted)
	fmt.Printf("the feed, killed and resumed: %d events, each once: %t\n", len(wanted), slices.Equal(got, wanted))
}

// What a copy stores: the cursor together with what follows from the events before it.
type copied struct {
	Cursor string
	Ids    []string
}

func stored(folder string) (copy copied) {
	text, err := os.ReadFile(filepath.Join(folder, "copy.json"))
	if err == nil {
		must("", json.Unmarshal(text, &copy))
	}
	return copy
}

func follow(client *rollbook.Client, folder, account string) {
	copy := stored(folder)
	feed := client.Follow(account, copy.Cursor)
	go func() {
		until(func() bool { return feed.IsLevel(within) })
		must("", os.WriteFile(filepath.Join(folder, "level"), nil, 0o600))
	}()
	for page, err := range feed.Pages(ctx) {
		must(page, err)
		for _, event := range page.Data {
			copy.Ids = append(copy.Ids, event.Id)
		}
		copy.Cursor = page.NextCursor
		file := filepath.Join(folder, "copy.json")
		must("", os.WriteFile(file+".new", must(json.Marshal(copy)), 0o600))
		must("", os.Rename(file+".new", file))
	}
}

func receiveWebhook(client *rollbook.Client, account, group string) {
	type request struct {
		body   []byte
		header http.Header
	}
	received := make(chan request, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		received <- request{must(io.ReadAll(r.Body)), r.Header}
		w.WriteHeader(http.StatusNoContent)
	}))
	defer server.Close()
	endpoint := rollbook.CreateWebhookEndpoint{Url: server.URL, EventTypes: &[]rollbook.CreateWebhookEndpointEventTypes{"service_group.removed"}}
	secret := must(client.CreateWebhookEndpoint(ctx, account, nil, endpoint)).Secret
	must("", client.RemoveServiceGroup(ctx, account, group, nil))
	delivery := <-received
	event := must(rollbook.VerifyWebhook(delivery.body, delivery.header, *secret))
	forged := "accepted"
	if _, err := rollbook.VerifyWebhook(append(delivery.body, ' '), delivery.header, *secret); errors.Is(err, rollbook.ErrSignature) {
		forged = "refused"
	}
	fmt.Printf("a webhook of %s, verified; a forged one: %s\n", event.Type, forged)
}

func until(holds func() bool) {
	for range 1_200 {
		if holds() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	log.Fatal("it takes too long")
}

func to[Value any](value Value) *Value { return &value }

func must[Value any](value Value, err error) Value {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
