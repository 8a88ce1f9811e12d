package rollbook

import (
	"context"
	"errors"
)

// ErrCopyTooOld says that a guard's copy is older than it may be: it knows nothing, and lets nobody in.
var ErrCopyTooOld = errors.New("rollbook: the guard's copy is too old")

// Question is "may this user enter that service group?". Both are ids, or `external:` and an id of your own.
type Question struct {
	User, Group string
	// Account is for keys of the platform and guards of all accounts.
	Account string
	// AtLeast is the Rollbook-Position of a write that the answer must not be older than.
	AtLeast string
}

// MayEnter asks the API, or the guard that the client's URL leads to. Let nobody in on an error.
func (c *Client) MayEnter(ctx context.Context, question Question) (bool, error) {
	body := EvaluationRequest{
		Subject:  Subject{Type: SubjectTypeUser, Id: question.User},
		Action:   Action{Name: "enter"},
		Resource: Resource{Type: ResourceTypeServiceGroup, Id: question.Group},
	}
	if question.Account != "" {
		body.Context = &map[string]any{"account_id": question.Account}
	}
	params := &EvaluateParams{}
	if question.AtLeast != "" {
		params.RollbookAtLeast = &question.AtLeast
	}
	answer, err := c.Evaluate(ctx, params, body)
	if err != nil {
		return false, err
	}
	if reason := answer.Context; !answer.Decision && reason != nil && reason.Error != nil && reason.Error.Code == "copy_too_old" {
		return false, ErrCopyTooOld
	}
	return answer.Decision, nil
}
