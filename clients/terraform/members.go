package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"rollbook.example/rollbook"
)

type membersModel struct {
	AccountId      types.String `tfsdk:"account_id"`
	ServiceGroupId types.String `tfsdk:"service_group_id"`
	UserIds        []string     `tfsdk:"user_ids"`
}

// Rows of a batch.
const maxRows = 1000

var members = kind[membersModel]{
	name:  "service_group_members",
	about: "All members of a service group: who is not named is no member. Not together with `rollbook_membership` of the same group.",
	attributes: map[string]schema.Attribute{
		"account_id":       fixed("The account."),
		"service_group_id": fixed("The service group."),
		"user_ids":         schema.SetAttribute{Required: true, ElementType: types.StringType, MarkdownDescription: "The users."},
	},
	importId: []string{"account_id", "service_group_id"},
	read: func(ctx context.Context, c *rollbook.Client, m *membersModel) (int, error) {
		return 0, m.list(ctx, c, "")
	},
	create: func(ctx context.Context, c *rollbook.Client, m *membersModel, _ membersModel) (int, error) {
		present := *m
		if err := present.list(ctx, c, ""); err != nil {
			return 0, err
		}
		if len(present.UserIds) > 0 {
			return 0, existsAlready("service_group_id", "The service group has members", m.AccountId.ValueString()+"/"+m.ServiceGroupId.ValueString())
		}
		wanted := m.UserIds
		err := m.become(ctx, c, nil, wanted)
		if err != nil {
			// Those who were added are not in the state, and would stay.
			if undone := m.become(ctx, c, wanted, nil); undone != nil {
				return 0, undone
			}
		}
		return 0, err
	},
	change: func(ctx context.Context, c *rollbook.Client, w update[membersModel]) (int, error) {
		return 0, w.planned.become(ctx, c, w.before.UserIds, w.planned.UserIds)
	},
	remove: func(ctx context.Context, c *rollbook.Client, m membersModel, _ *string) error {
		return m.become(ctx, c, m.UserIds, nil)
	},
}

func (m *membersModel) list(ctx context.Context, c *rollbook.Client, atLeast string) error {
	params := &rollbook.ListMembersParams{Limit: pointerTo(100)}
	if atLeast != "" {
		params.RollbookAtLeast = &atLeast
	}
	m.UserIds = []string{}
	for member, err := range c.EachMembers(ctx, m.AccountId.ValueString(), m.ServiceGroupId.ValueString(), params) {
		if err != nil {
			return err
		}
		m.UserIds = append(m.UserIds, member.UserId)
	}
	return nil
}

// become adds and removes members, so that those who were before are those wanted. Of others it knows nothing, and leaves them.
func (m *membersModel) become(ctx context.Context, c *rollbook.Client, before, wanted []string) error {
	var told diagnosed
	var written http.Header
	write := func(ids []string, body func(rows *[]string) rollbook.ChangeMembers) error {
		for rows := range slices.Chunk(ids, maxRows) {
			result, err := c.ChangeMembers(ctx, m.AccountId.ValueString(), m.ServiceGroupId.ValueString(), nil, body(&rows), rollbook.WithHeader(&written))
			if err != nil {
				return err
			}
			for _, row := range result.Results {
				// Who has left the account is no member either.
				if row.Problem != nil && !(row.Problem.Status == http.StatusNotFound && body(&rows).Remove != nil) {
					told = append(told, diag.NewAttributeErrorDiagnostic(path.Root("user_ids"), "A member was refused",
						fmt.Sprintf("%s: %s\n\n%s", rows[row.Index], row.Problem.Detail, row.Problem.Code)))
				}
			}
		}
		return nil
	}
	if err := write(without(before, wanted), func(rows *[]string) rollbook.ChangeMembers { return rollbook.ChangeMembers{Remove: rows} }); err != nil {
		return err
	}
	if err := write(without(wanted, before), func(rows *[]string) rollbook.ChangeMembers { return rollbook.ChangeMembers{Add: rows} }); err != nil {
		return err
	}
	if len(told) > 0 {
		return told
	}
	if written == nil {
		return nil
	}
	// The list is a moment late: the next plan must find what was written.
	found := *m
	return found.list(ctx, c, written.Get("Rollbook-Position"))
}

func without(all, those []string) []string {
	left := slices.Clone(all)
	return slices.DeleteFunc(left, func(each string) bool { return slices.Contains(those, each) })
}
