package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"rollbook.example/rollbook"
)

// diagnosed is an error that is known by what to tell of it.
type diagnosed diag.Diagnostics

func (d diagnosed) Error() string { return fmt.Sprint(diag.Diagnostics(d)) }

// refused is an error of an attribute.
func refused(attribute, summary, detail string) error {
	return diagnosed{diag.NewAttributeErrorDiagnostic(path.Root(attribute), summary, detail)}
}

// isGone reports whether the API knows of no such resource. That an account is closed says the same of all that is in it.
func isGone(err error) bool {
	var refusal *rollbook.Error
	return errors.As(err, &refusal) && (refusal.Status == http.StatusNotFound || refusal.Status == http.StatusGone)
}

type typed interface {
	TypeAtPath(context.Context, path.Path) (attr.Type, diag.Diagnostics)
}

// explain is a refusal in Terraform's words: each of its errors at its attribute.
func explain(ctx context.Context, err error, schema typed, pointers map[string]string) diag.Diagnostics {
	var known diagnosed
	if errors.As(err, &known) {
		return diag.Diagnostics(known)
	}
	var refusal *rollbook.Error
	if !errors.As(err, &refusal) {
		return diag.Diagnostics{diag.NewErrorDiagnostic("Rollbook did not answer", err.Error())}
	}
	var told diag.Diagnostics
	request := fmt.Sprintf("\n\n%s, request %s", refusal.Code, refusal.RequestId)
	if refusal.Errors != nil {
		for _, each := range *refusal.Errors {
			if at, ok := attributeAt(ctx, each.Pointer, schema, pointers); ok {
				told.AddAttributeError(at, refusal.Title, each.Detail+request)
			} else {
				told.AddError(refusal.Title, each.Detail+request)
			}
		}
	}
	if len(told) == 0 {
		told.AddError(refusal.Title, refusal.Detail+request)
	}
	return told
}

// attributeAt finds the attribute of a JSON pointer (RFC 6901), or the one around it: elements of a set have no place.
func attributeAt(ctx context.Context, pointer *string, schema typed, pointers map[string]string) (path.Path, bool) {
	if pointer == nil {
		return path.Path{}, false
	}
	at, found := path.Empty(), false
	for _, part := range strings.Split(*pointer, "/")[1:] {
		next := at.AtName(attributeName(part, pointers))
		if place, err := strconv.Atoi(part); err == nil {
			next = at.AtListIndex(place)
		}
		if _, unknown := schema.TypeAtPath(ctx, next); unknown.HasError() {
			break
		}
		at, found = next, true
	}
	return at, found
}

func attributeName(field string, pointers map[string]string) string {
	if name, ok := pointers[field]; ok {
		return name
	}
	var name strings.Builder
	for _, letter := range field {
		if unicode.IsUpper(letter) {
			name.WriteByte('_')
		}
		name.WriteRune(unicode.ToLower(letter))
	}
	return name.String()
}

func sorted(names []string) []string {
	slices.Sort(names)
	return names
}
