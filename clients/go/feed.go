package rollbook

import (
	"context"
	"errors"
	"iter"
	"math"
	"sync"
	"time"
)

// Never is the age of a feed of which nothing has been stated.
const Never = time.Duration(math.MaxInt64)

const (
	maxPage = 1000
	// As long as the API lets one wait.
	longPoll = 20
	// In addition to the time that an answer is to wait.
	answerWithin = 10 * time.Second
	maxFeedPause = 20 * time.Second
)

// Feed reads the changes of an account, each once and in order, and goes on where it was.
type Feed struct {
	client  *Client
	account string
	// Cursor is where to go on: keep it in the same transaction as what you derive. Empty: from the beginning; `now`: from now on.
	Cursor string
	// OnFailure is called with what is tried again.
	OnFailure func(err error, pause time.Duration)

	mutex    sync.Mutex
	complete *time.Time
}

// Follow reads from a cursor of Feed on. Without an account it reads those of all accounts, with a key of the operators.
func (c *Client) Follow(account, cursor string) *Feed {
	once := *c
	once.Attempts = 1
	return &Feed{client: &once, account: account, Cursor: cursor}
}

// Age is for how long things may have happened that were not handled yet. It follows from what the API states of its feed, never from the absence of
// a further page, and counts from when the request was sent.
func (f *Feed) Age() time.Duration {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.complete == nil {
		return Never
	}
	return elapsed(*f.complete)
}

// elapsed by the clock that has gone further: a monotonic clock may stand still while a machine sleeps, and a wall clock may be set back.
func elapsed(since time.Time) time.Duration {
	now := time.Now()
	return max(now.Sub(since), now.Round(0).Sub(since.Round(0)))
}

// IsLevel reports whether everything that happened up to so long ago has been handled.
func (f *Feed) IsLevel(within time.Duration) bool { return f.Age() <= within }

// Pages goes on until ctx is done. A page counts as handled when the loop comes back for the next. Failures are tried again after growing pauses; what
// ends the loop is a cursor that the API does not know (ProblemCodeInvalidCursor: begin again), and, before the first page, a refusal.
func (f *Feed) Pages(ctx context.Context) iter.Seq2[*Changes, error] {
	return func(yield func(*Changes, error) bool) {
		wait, limit, failures, started := 0, maxPage, 0, false
		for ctx.Err() == nil {
			asked := time.Now()
			page, err := f.read(ctx, wait, limit)
			if ctx.Err() != nil {
				return
			}
			if err != nil {
				if !started && isMistake(err) || IsCode(err, ProblemCodeInvalidCursor) {
					yield(nil, err)
					return
				}
				failures++
				pause := pauseAfter(err, failures)
				// Of a server, or of one before it, to which the answer may have been too large.
				if status, _, _ := statusOf(err); status == 500 || status == 502 {
					limit = max(1, limit/2)
				}
				if f.OnFailure != nil {
					f.OnFailure(err, pause)
				}
				_ = sleep(ctx, pause)
				continue
			}
			started, failures, limit = true, 0, min(maxPage, 2*limit)
			if !yield(page, nil) {
				return
			}
			f.take(page, asked)
			wait = 0
			if page.UpToDate {
				wait = longPoll
				if seconds := page.AskAgainAfterSeconds; seconds != nil {
					_ = sleep(ctx, min(time.Duration(*seconds), longPoll)*time.Second)
				}
			}
		}
	}
}

func (f *Feed) read(ctx context.Context, wait, limit int) (*Changes, error) {
	within := WithTimeout(time.Duration(wait)*time.Second + answerWithin)
	var after *string
	if f.Cursor != "" {
		after = &f.Cursor
	}
	var page *Changes
	var err error
	if f.account == "" {
		page, err = f.client.ReadAllChanges(ctx, &ReadAllChangesParams{After: after, Wait: &wait, Limit: &limit}, within)
	} else {
		page, err = f.client.ReadChanges(ctx, f.account, &ReadChangesParams{After: after, Wait: &wait, Limit: &limit}, within)
	}
	if err == nil && page.NextCursor == f.Cursor && (!page.UpToDate || len(page.Data) > 0) {
		err = &ConnectionError{Cause: errors.New("a page of the feed leads to itself")}
	}
	return page, err
}

// take: the page has been handled. What is no statement, or an older one, changes nothing but the cursor.
func (f *Feed) take(page *Changes, asked time.Time) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.Cursor = page.NextCursor
	if !page.UpToDate || page.CompleteTo == nil {
		return
	}
	completeTo, err := time.Parse(time.RFC3339, *page.CompleteTo)
	readAt, wrong := time.Parse(time.RFC3339, page.ReadAt)
	if err != nil || wrong != nil {
		return
	}
	complete := asked.Add(-max(0, readAt.Sub(completeTo)))
	if f.complete == nil || elapsed(complete) < elapsed(*f.complete) {
		f.complete = &complete
	}
}

func pauseAfter(err error, failures int) time.Duration {
	pause := backoff(failures, firstPause, maxFeedPause)
	if _, asked, _ := statusOf(err); asked != nil {
		pause = max(pause, min(*asked, maxFeedPause))
	}
	return pause
}

func isMistake(err error) bool {
	var refusal *Error
	return errors.As(err, &refusal) && (refusal.Status == 401 || refusal.Status == 403 || refusal.Status == 404)
}
