package rollbook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// Error is a refusal (RFC 9457): Code says why, for programs, and Detail for people.
type Error struct {
	Problem
	// RetryAfter is how long to wait before the next attempt, according to the API; nil if it does not say.
	RetryAfter *time.Duration
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Code, e.Detail) }

// IsCode reports whether err is a refusal with that code, such as ProblemCodeEmailTaken.
func IsCode(err error, code ProblemCode) bool {
	var refusal *Error
	return errors.As(err, &refusal) && refusal.Code == code
}

// ConnectionError says that there was no answer, or none of Rollbook's: the network, a proxy, a time limit.
type ConnectionError struct {
	// Status is that of an answer that is not Rollbook's.
	Status     int
	RetryAfter *time.Duration
	Cause      error
}

func (e *ConnectionError) Error() string {
	if e.Cause == nil {
		return fmt.Sprintf("the answer %d did not come from Rollbook", e.Status)
	}
	return fmt.Sprintf("no answer: %v", e.Cause)
}

func (e *ConnectionError) Unwrap() error { return e.Cause }

func refusalOf(response *http.Response) error {
	defer response.Body.Close()
	asked := retryAfter(response.Header.Get("Retry-After"))
	refusal := &Error{RetryAfter: asked}
	isProblem := strings.HasPrefix(response.Header.Get("Content-Type"), "application/problem+json")
	if !isProblem || json.NewDecoder(response.Body).Decode(&refusal.Problem) != nil {
		return &ConnectionError{Status: response.StatusCode, RetryAfter: asked}
	}
	return refusal
}

// retryAfter is in seconds or a date (RFC 9110, section 10.2.3).
func retryAfter(header string) *time.Duration {
	pause := time.Duration(0)
	if seconds, err := strconv.Atoi(header); err == nil && seconds >= 0 {
		pause = time.Duration(seconds) * time.Second
	} else if moment, err := http.ParseTime(header); err == nil {
		pause = max(0, time.Until(moment))
	} else {
		return nil
	}
	return &pause
}

// statusOf an answer, 0 if there was none, and what it asked for. What is neither a refusal nor a broken connection is no answer to try again for.
func statusOf(err error) (status int, asked *time.Duration, isAnswer bool) {
	var refusal *Error
	var broken *ConnectionError
	if errors.As(err, &refusal) {
		return refusal.Status, refusal.RetryAfter, true
	}
	if errors.As(err, &broken) {
		return broken.Status, broken.RetryAfter, true
	}
	return 0, nil, false
}

const (
	firstPause = 200 * time.Millisecond
	// A server that asks for longer is not waited for.
	longestPause = 30 * time.Second
)

// pauseBefore is at least the time that the API asked for, and a random part more: clients refused together must not return together. A conflict of
// too many writers has a Retry-After because it is temporary; other conflicts are not.
func pauseBefore(attempt, attempts int, err error) (time.Duration, bool) {
	status, asked, isAnswer := statusOf(err)
	passes := isAnswer && (status == 0 || isPassing(status) || status == http.StatusConflict && asked != nil)
	if asked == nil {
		asked = new(time.Duration)
	}
	if attempt >= attempts || !passes || *asked > longestPause {
		return 0, false
	}
	return *asked + backoff(attempt, firstPause, longestPause), true
}

func isPassing(status int) bool {
	return status == 429 || status == 502 || status == 503 || status == 504
}

// backoff is at least half of a step that doubles.
func backoff(failures int, first, longest time.Duration) time.Duration {
	step := min(longest, first<<min(failures-1, 16))
	return step/2 + rand.N(step/2+1)
}

func sleep(ctx context.Context, pause time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(pause):
		return nil
	}
}

// textOf a parameter; nil for one that is left out.
func textOf(value any) *string {
	pointer := reflect.ValueOf(value)
	if pointer.Kind() == reflect.Pointer {
		if pointer.IsNil() {
			return nil
		}
		value = pointer.Elem().Interface()
	}
	text := fmt.Sprint(value)
	return &text
}

// pages reads one after the other. A cursor that leads to itself is an error.
func pages[Entry any](read func(cursor *string) ([]Entry, *string, error)) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		var cursor *string
		for {
			entries, next, err := read(cursor)
			if err == nil && next != nil && cursor != nil && *next == *cursor {
				err = errors.New("rollbook: a page leads to itself")
			}
			if err != nil {
				var none Entry
				yield(none, err)
				return
			}
			for _, entry := range entries {
				if !yield(entry, nil) {
					return
				}
			}
			if next == nil || *next == "" {
				return
			}
			cursor = next
		}
	}
}
