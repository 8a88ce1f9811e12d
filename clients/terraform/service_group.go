package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/oapi-codegen/nullable"
	"rollbook.example/rollbook"
)

type serviceGroupModel struct {
	Id              types.String          `tfsdk:"id"`
	AccountId       types.String          `tfsdk:"account_id"`
	Name            types.String          `tfsdk:"name"`
	ExternalId      types.String          `tfsdk:"external_id"`
	Metadata        jsontypes.Normalized  `tfsdk:"metadata"`
	MembershipRules *membershipRulesModel `tfsdk:"membership_rules"`
}

type membershipRulesModel struct {
	Approvers            types.String `tfsdk:"approvers"`
	DefaultLengthSeconds types.Int64  `tfsdk:"default_length_seconds"`
	MaxLengthSeconds     types.Int64  `tfsdk:"max_length_seconds"`
	MembersMayAsk        types.Bool   `tfsdk:"members_may_ask"`
	ReasonRequired       types.Bool   `tfsdk:"reason_required"`
}

var serviceGroups = kind[serviceGroupModel]{
	name:  "service_group",
	about: "A service group with the rules of its memberships. Destroying it ends its memberships; its people stay.",
	attributes: map[string]schema.Attribute{
		"id":          id("`sgrp_` and a ULID."),
		"account_id":  fixed("The account."),
		"name":        schema.StringAttribute{Required: true, MarkdownDescription: "Unique in the account, ignoring case."},
		"external_id": optional("The id in another system."),
		"metadata":    metadataAttribute,
		"membership_rules": schema.SingleNestedAttribute{
			Optional: true, MarkdownDescription: "What the service group asks of its memberships. Memberships that exist stay as they are.",
			Attributes: map[string]schema.Attribute{
				"approvers":              optional("Who decides on requests: `managers`, too, or `admins` alone."),
				"default_length_seconds": schema.Int64Attribute{Optional: true, MarkdownDescription: "How long a membership lasts if no end is given."},
				"max_length_seconds":     schema.Int64Attribute{Optional: true, MarkdownDescription: "The longest that a membership can last: every membership ends."},
				"members_may_ask":        schema.BoolAttribute{Optional: true, MarkdownDescription: "Whether members of the account may ask for a membership."},
				"reason_required":        schema.BoolAttribute{Optional: true, MarkdownDescription: "Whether a membership needs a reason."},
			},
		},
	},
	importId: []string{"account_id", "id"},
	read: func(ctx context.Context, c *rollbook.Client, m *serviceGroupModel) (int, error) {
		return m.fill(c.GetServiceGroup(ctx, m.AccountId.ValueString(), m.Id.ValueString(), nil))
	},
	create: func(ctx context.Context, c *rollbook.Client, m *serviceGroupModel, _ serviceGroupModel) (int, error) {
		metadata, err := objectOf(m.Metadata)
		if err != nil {
			return 0, err
		}
		body := rollbook.CreateServiceGroup{Name: m.Name.ValueString(), ExternalId: m.ExternalId.ValueStringPointer(), MembershipRules: m.MembershipRules.given()}
		if metadata != nil {
			body.Metadata = &metadata
		}
		return m.fill(c.CreateServiceGroup(ctx, m.AccountId.ValueString(), nil, body))
	},
	change: func(ctx context.Context, c *rollbook.Client, w update[serviceGroupModel]) (int, error) {
		metadata, err := metadataPatch(w.before.Metadata, w.planned.Metadata)
		if err != nil {
			return 0, err
		}
		body := rollbook.ChangeServiceGroup{
			Name: w.planned.Name.ValueStringPointer(), ExternalId: orNull(w.planned.ExternalId.ValueStringPointer()),
			Metadata: metadata, MembershipRules: w.planned.MembershipRules.changed(),
		}
		params := &rollbook.ChangeServiceGroupParams{IfMatch: w.ifMatch}
		return w.planned.fill(c.ChangeServiceGroup(ctx, w.before.AccountId.ValueString(), w.before.Id.ValueString(), params, body))
	},
	remove: func(ctx context.Context, c *rollbook.Client, m serviceGroupModel, ifMatch *string) error {
		return c.RemoveServiceGroup(ctx, m.AccountId.ValueString(), m.Id.ValueString(), &rollbook.RemoveServiceGroupParams{IfMatch: ifMatch})
	},
}

func (m *serviceGroupModel) fill(group *rollbook.ServiceGroup, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	m.Id, m.AccountId = types.StringValue(group.Id), types.StringValue(group.AccountId)
	m.Name, m.ExternalId = types.StringValue(group.Name), types.StringPointerValue(group.ExternalId)
	m.Metadata = metadataOf(group.Metadata, m.Metadata)
	rules, before := group.MembershipRules, m.MembershipRules
	if before == nil {
		before = &membershipRulesModel{}
	}
	if m.MembershipRules != nil || rules != (rollbook.MembershipRules{}) {
		m.MembershipRules = &membershipRulesModel{
			Approvers:            types.StringPointerValue((*string)(rules.Approvers)),
			DefaultLengthSeconds: int64Of(rules.DefaultLengthSeconds), MaxLengthSeconds: int64Of(rules.MaxLengthSeconds),
			MembersMayAsk: boolOf(rules.MembersMayAsk, before.MembersMayAsk), ReasonRequired: boolOf(rules.ReasonRequired, before.ReasonRequired),
		}
	}
	return group.Version, nil
}

func (m *membershipRulesModel) given() *rollbook.MembershipRules {
	if m == nil {
		return nil
	}
	return &rollbook.MembershipRules{
		Approvers:            (*rollbook.MembershipRulesApprovers)(m.Approvers.ValueStringPointer()),
		DefaultLengthSeconds: intOf(m.DefaultLengthSeconds), MaxLengthSeconds: intOf(m.MaxLengthSeconds),
		MembersMayAsk: m.MembersMayAsk.ValueBoolPointer(), ReasonRequired: m.ReasonRequired.ValueBoolPointer(),
	}
}

func (m *membershipRulesModel) changed() nullable.Nullable[rollbook.ChangedMembershipRules] {
	if m == nil {
		return nullable.NewNullNullable[rollbook.ChangedMembershipRules]()
	}
	return nullable.NewNullableWithValue(rollbook.ChangedMembershipRules{
		Approvers:            orNull(m.Approvers.ValueStringPointer()),
		DefaultLengthSeconds: numberOrNull(m.DefaultLengthSeconds), MaxLengthSeconds: numberOrNull(m.MaxLengthSeconds),
		MembersMayAsk: orNull(m.MembersMayAsk.ValueBoolPointer()), ReasonRequired: orNull(m.ReasonRequired.ValueBoolPointer()),
	})
}
