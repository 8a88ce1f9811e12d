package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/oapi-codegen/nullable"
	"rollbook.example/rollbook"
)

type accountModel struct {
	Id         types.String         `tfsdk:"id"`
	Name       types.String         `tfsdk:"name"`
	ExternalId types.String         `tfsdk:"external_id"`
	Metadata   jsontypes.Normalized `tfsdk:"metadata"`
	Plan       types.String         `tfsdk:"plan"`
	Limits     types.Object         `tfsdk:"limits"`
}

type limitsModel struct {
	Users         types.Int64 `tfsdk:"users"`
	ServiceGroups types.Int64 `tfsdk:"service_groups"`
	Members       types.Int64 `tfsdk:"members"`
}

var limitTypes = map[string]attr.Type{"users": types.Int64Type, "service_groups": types.Int64Type, "members": types.Int64Type}

func limit(of string) schema.Int64Attribute {
	return schema.Int64Attribute{Optional: true, MarkdownDescription: "The maximum number of " + of + "."}
}

var accounts = kind[accountModel]{
	name:  "account",
	about: "An account. Destroying it leaves it in Rollbook, as closing an account removes its people.",
	attributes: map[string]schema.Attribute{
		"id":          id("`acct_` and a ULID."),
		"name":        schema.StringAttribute{Required: true, MarkdownDescription: "What people call it."},
		"external_id": optional("The id in another system."),
		"metadata":    metadataAttribute,
		"plan":        optional("The name of its plan. A configured plan sets the limits, unless they are given."),
		"limits": schema.SingleNestedAttribute{
			Optional: true, Computed: true, MarkdownDescription: "What is not named is unlimited. Left out, the limits stay as they are.",
			Attributes: map[string]schema.Attribute{"users": limit("users"), "service_groups": limit("service groups"), "members": limit("memberships, of all service groups together")},
		},
	},
	importId: []string{"id"},
	read: func(ctx context.Context, c *rollbook.Client, m *accountModel) (int, error) {
		return m.fill(c.GetAccount(ctx, m.Id.ValueString(), nil))
	},
	create: func(ctx context.Context, c *rollbook.Client, m *accountModel, _ accountModel) (int, error) {
		metadata, err := objectOf(m.Metadata)
		if err != nil {
			return 0, err
		}
		body := rollbook.CreateAccount{Name: m.Name.ValueString(), ExternalId: m.ExternalId.ValueStringPointer(), Plan: m.Plan.ValueStringPointer()}
		if metadata != nil {
			body.Metadata = &metadata
		}
		if limits := m.limits(ctx); limits != nil {
			body.Limits = &rollbook.Limits{Users: intOf(limits.Users), ServiceGroups: intOf(limits.ServiceGroups), Members: intOf(limits.Members)}
		}
		return m.fill(c.CreateAccount(ctx, nil, body))
	},
	change:    changeAccount,
	forgotten: "To close the account removes its people, and is not done by Terraform.",
}

// changeAccount sends what differs alone: most of it is for operators, and a plan brings its limits each time it is set.
func changeAccount(ctx context.Context, c *rollbook.Client, w update[accountModel]) (int, error) {
	body := rollbook.ChangeAccount{}
	if !w.planned.Name.Equal(w.before.Name) {
		body.Name = w.planned.Name.ValueStringPointer()
	}
	if !w.planned.ExternalId.Equal(w.before.ExternalId) {
		body.ExternalId = orNull(w.planned.ExternalId.ValueStringPointer())
	}
	if !w.planned.Plan.Equal(w.before.Plan) {
		body.Plan = orNull(w.planned.Plan.ValueStringPointer())
	}
	if !w.planned.Metadata.Equal(w.before.Metadata) {
		metadata, err := metadataPatch(w.before.Metadata, w.planned.Metadata)
		if err != nil {
			return 0, err
		}
		body.Metadata = metadata
	}
	if limits := w.planned.limits(ctx); limits != nil && !w.planned.Limits.Equal(w.before.Limits) {
		body.Limits = nullable.NewNullableWithValue(rollbook.ChangedLimits{
			Users: numberOrNull(limits.Users), ServiceGroups: numberOrNull(limits.ServiceGroups), Members: numberOrNull(limits.Members),
		})
	}
	return w.planned.fill(c.ChangeAccount(ctx, w.before.Id.ValueString(), &rollbook.ChangeAccountParams{IfMatch: w.ifMatch}, body))
}

// limits are nil where they are left as they are.
func (m *accountModel) limits(ctx context.Context) *limitsModel {
	if m.Limits.IsNull() || m.Limits.IsUnknown() {
		return nil
	}
	var limits limitsModel
	m.Limits.As(ctx, &limits, basetypes.ObjectAsOptions{})
	return &limits
}

func (m *accountModel) fill(account *rollbook.Account, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	m.Id, m.Name = types.StringValue(account.Id), types.StringValue(account.Name)
	m.ExternalId, m.Plan = types.StringPointerValue(account.ExternalId), types.StringPointerValue(account.Plan)
	m.Metadata = metadataOf(account.Metadata, m.Metadata)
	limits := account.Limits
	m.Limits = types.ObjectValueMust(limitTypes, map[string]attr.Value{
		"users": int64Of(limits.Users), "service_groups": int64Of(limits.ServiceGroups), "members": int64Of(limits.Members),
	})
	return account.Version, nil
}
