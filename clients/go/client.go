// Package rollbook is a client of Rollbook's HTTP API. Its types and the methods of Client are generated from the OpenAPI document; what is
// written by hand retries, gives writes an idempotency key, and turns refusals into errors with a code.
package rollbook

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Client calls the API, or a guard beside the service (`rollbook guard`). It may be used by many goroutines at once.
type Client struct {
	// URL is where the API is, such as http://127.0.0.1:3000.
	URL string
	// Token returns an API key or another bearer token, for each attempt. A guard needs none.
	Token func(context.Context) (string, error)
	// HTTP sends requests; without it http.DefaultClient does.
	HTTP *http.Client
	// Attempts is how often a call is sent at most; 0 stands for 4.
	Attempts int
	// Timeout is that of an attempt; 0 stands for 30 seconds. For what is streamed: until it begins.
	Timeout time.Duration
}

// NewClient returns a client with a fixed API key; an empty one is sent to nobody.
func NewClient(url, key string) *Client {
	client := &Client{URL: url}
	if key != "" {
		client.Token = func(context.Context) (string, error) { return key, nil }
	}
	return client
}

// Upload is a body that is not JSON, such as text/csv. It is read again from its start for each attempt.
type Upload struct {
	ContentType string
	Body        io.ReadSeeker
}

// CallOption changes one call.
type CallOption func(*request)

// WithHeader has the header of the answer, of which Rollbook-Position is what a read elsewhere can wait for.
func WithHeader(answer *http.Header) CallOption {
	return func(r *request) { r.answer = answer }
}

// WithTimeout is for this call instead of the client's.
func WithTimeout(timeout time.Duration) CallOption {
	return func(r *request) { r.timeout = timeout }
}

type request struct {
	method, path  string
	query, header values
	body          any
	answer        *http.Header
	timeout       time.Duration
	// Its answer may take as long as it likes once it has begun.
	isStream bool
}

type values map[string]string

func (v values) set(name string, value any) values {
	if text := textOf(value); text != nil {
		v[name] = *text
	}
	return v
}

func pathOf(template string, parts ...string) string {
	escaped := make([]any, len(parts))
	for place, part := range parts {
		escaped[place] = url.PathEscape(part)
	}
	return fmt.Sprintf(template, escaped...)
}

func orNothing[Body any](body *Body) any {
	if body == nil {
		return nil
	}
	return body
}

func call[Answer any](ctx context.Context, c *Client, r request, options []CallOption) (*Answer, error) {
	body, err := c.stream(ctx, r, options)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	var answer Answer
	if err := json.NewDecoder(body).Decode(&answer); err != nil {
		return nil, &ConnectionError{Cause: err}
	}
	return &answer, nil
}

func (c *Client) do(ctx context.Context, r request, options []CallOption) error {
	body, err := c.stream(ctx, r, options)
	if err == nil {
		err = body.Close()
	}
	return err
}

// stream sends the request until it is answered or refused for good.
func (c *Client) stream(ctx context.Context, r request, options []CallOption) (io.ReadCloser, error) {
	for _, option := range options {
		option(&r)
	}
	if r.header["Idempotency-Key"] == "" && (r.method == http.MethodPost || r.method == http.MethodPatch || r.method == http.MethodDelete) {
		// One for all attempts: the API runs the request once, and answers each of them the same.
		r.header = r.header.with("Idempotency-Key", rand.Text())
	}
	for attempt := 1; ; attempt++ {
		response, err := c.attempt(ctx, r)
		if err == nil {
			if r.answer != nil {
				*r.answer = response.Header
			}
			return response.Body, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		pause, again := pauseBefore(attempt, c.attempts(), err)
		if !again {
			return nil, err
		}
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
	}
}

func (v values) with(name, value string) values {
	whole := values{name: value}
	for name, value := range v {
		whole[name] = value
	}
	return whole
}

func (c *Client) attempts() int {
	if c.Attempts == 0 {
		return 4
	}
	return c.Attempts
}

func (c *Client) attempt(ctx context.Context, r request) (*http.Response, error) {
	attempt, cancel := context.WithCancel(ctx)
	timer := time.AfterFunc(c.timeoutOf(r), cancel)
	sent, err := c.requestOf(attempt, r)
	if err != nil {
		cancel()
		return nil, err
	}
	client := c.HTTP
	if client == nil {
		client = http.DefaultClient
	}
	response, err := client.Do(sent)
	if err == nil && response.StatusCode >= http.StatusMultipleChoices {
		err = refusalOf(response)
	} else if err != nil {
		err = &ConnectionError{Cause: err}
	}
	if err != nil {
		timer.Stop()
		cancel()
		return nil, err
	}
	if r.isStream {
		timer.Stop()
	}
	response.Body = &body{response.Body, func() { timer.Stop(); cancel() }}
	return response, nil
}

// body ends the attempt's context with what is read.
type body struct {
	io.ReadCloser
	done func()
}

func (b *body) Close() error {
	defer b.done()
	return b.ReadCloser.Close()
}

func (c *Client) timeoutOf(r request) time.Duration {
	if r.timeout > 0 {
		return r.timeout
	}
	if c.Timeout > 0 {
		return c.Timeout
	}
	return 30 * time.Second
}

func (c *Client) requestOf(ctx context.Context, r request) (*http.Request, error) {
	address, err := url.JoinPath(c.URL, "/")
	if err != nil {
		return nil, err
	}
	query := url.Values{}
	for name, value := range r.query {
		query.Set(name, value)
	}
	address = address[:len(address)-1] + r.path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	content, contentType, err := contentOf(r.body)
	if err != nil {
		return nil, err
	}
	sent, err := http.NewRequestWithContext(ctx, r.method, address, content)
	if err != nil {
		return nil, err
	}
	if contentType != "" {
		sent.Header.Set("Content-Type", contentType)
	}
	sent.Header.Set("Accept", "application/json, application/problem+json, */*;q=0.5")
	for name, value := range r.header {
		sent.Header.Set(name, value)
	}
	if c.Token != nil {
		token, err := c.Token(ctx)
		if err != nil {
			return nil, err
		}
		sent.Header.Set("Authorization", "Bearer "+token)
	}
	return sent, nil
}

func contentOf(body any) (io.Reader, string, error) {
	switch body := body.(type) {
	case nil:
		return nil, "", nil
	case Upload:
		_, err := body.Body.Seek(0, io.SeekStart)
		return io.NopCloser(body.Body), body.ContentType, err
	default:
		text, err := json.Marshal(body)
		return bytes.NewReader(text), "application/json", err
	}
}
