package main

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode"

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

// existsAlready refuses to create what Terraform would then destroy, though others have made it.
func existsAlready(attribute, what, importId string) error {
	return refused(attribute, what+" already", fmt.Sprintf("Import it, so that Terraform manages what is there: the id is %q.", importId))
}

// errGone is of what the API has no resource for, and no 404.
var errGone = errors.New("there is none")

// isGone reports whether there is no such resource. No route and no account say more of the URL and the key: to plan all resources again would be wrong.
func isGone(err error) bool {
	var refusal *rollbook.Error
	return errors.Is(err, errGone) || errors.As(err, &refusal) && refusal.Status == http.StatusNotFound &&
		refusal.Code != rollbook.ProblemCodeRouteNotFound && refusal.Code != rollbook.ProblemCodeAccountNotFound
}

// explain is a refusal in Terraform's words: each of its errors at the attribute that holds what is wrong. Terraform shows no line for what is deeper.
func explain[Attribute any](err error, attributes map[string]Attribute, pointers map[string]string) diag.Diagnostics {
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
			name := attributeAt(each.Pointer, pointers)
			if _, ok := attributes[name]; ok {
				told.AddAttributeError(path.Root(name), refusal.Title, each.Detail+request)
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

// attributeAt is the attribute that a JSON pointer (RFC 6901) leads into.
func attributeAt(pointer *string, pointers map[string]string) string {
	if pointer == nil {
		return ""
	}
	field, _, _ := strings.Cut(strings.TrimPrefix(*pointer, "/"), "/")
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
