package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"rollbook.example/rollbook"
)

type managerModel struct {
	AccountId      types.String `tfsdk:"account_id"`
	ServiceGroupId types.String `tfsdk:"service_group_id"`
	UserId         types.String `tfsdk:"user_id"`
}

var managers = kind[managerModel]{
	name:  "service_group_manager",
	about: "A user manages a service group. Whether they are a member of it is another resource.",
	attributes: map[string]schema.Attribute{
		"account_id":       fixed("The account."),
		"service_group_id": fixed("The service group."),
		"user_id":          fixed("The user."),
	},
	importId: []string{"account_id", "service_group_id", "user_id"},
	read: func(ctx context.Context, c *rollbook.Client, m *managerModel) (int, error) {
		list, err := c.ListManagers(ctx, m.AccountId.ValueString(), m.ServiceGroupId.ValueString(), nil)
		if err != nil {
			return 0, err
		}
		if !slices.ContainsFunc(list.Data, func(each rollbook.Manager) bool { return each.UserId == m.UserId.ValueString() }) {
			return 0, fmt.Errorf("%w: manager %s", errGone, m.UserId.ValueString())
		}
		return 0, nil
	},
	create: func(ctx context.Context, c *rollbook.Client, m *managerModel, _ managerModel) (int, error) {
		account, group, user := m.AccountId.ValueString(), m.ServiceGroupId.ValueString(), m.UserId.ValueString()
		_, err := c.AddManager(ctx, account, group, user, nil)
		return 0, err
	},
	remove: func(ctx context.Context, c *rollbook.Client, m managerModel, _ *string) error {
		return c.RemoveManager(ctx, m.AccountId.ValueString(), m.ServiceGroupId.ValueString(), m.UserId.ValueString(), nil)
	},
}
