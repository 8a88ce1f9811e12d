package main

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"rollbook.example/rollbook"
)

type membershipModel struct {
	AccountId      types.String      `tfsdk:"account_id"`
	ServiceGroupId types.String      `tfsdk:"service_group_id"`
	UserId         types.String      `tfsdk:"user_id"`
	ExpiresAt      timetypes.RFC3339 `tfsdk:"expires_at"`
	Reason         types.String      `tfsdk:"reason"`
}

var stays = []planmodifier.String{stringplanmodifier.UseStateForUnknown()}

var memberships = kind[membershipModel]{
	name:  "membership",
	about: "A user is a member of a service group. For a group whose members are all Terraform's, see `rollbook_service_group_members`.",
	attributes: map[string]schema.Attribute{
		"account_id":       fixed("The account."),
		"service_group_id": fixed("The service group."),
		"user_id":          fixed("The user."),
		"expires_at": schema.StringAttribute{
			Optional: true, Computed: true, CustomType: timetypes.RFC3339Type{}, PlanModifiers: stays,
			MarkdownDescription: "When it ends by itself: RFC 3339. Left out: as the service group's rules say, and then as it is.",
		},
		"reason": schema.StringAttribute{Optional: true, Computed: true, PlanModifiers: stays, MarkdownDescription: "Why it is given. Left out: as it is."},
	},
	importId: []string{"account_id", "service_group_id", "user_id"},
	read: func(ctx context.Context, c *rollbook.Client, m *membershipModel) (int, error) {
		// First, as a membership is part of its user, whose version it has: it cannot be newer than what is read next.
		user, err := c.GetUser(ctx, m.AccountId.ValueString(), m.UserId.ValueString(), nil)
		if err != nil {
			return 0, err
		}
		return user.Version, m.fill(c.GetMember(ctx, m.AccountId.ValueString(), m.ServiceGroupId.ValueString(), m.UserId.ValueString(), nil))
	},
	create: func(ctx context.Context, c *rollbook.Client, m *membershipModel, _ membershipModel) (int, error) {
		account, group, user := m.AccountId.ValueString(), m.ServiceGroupId.ValueString(), m.UserId.ValueString()
		_, err := c.GetMember(ctx, account, group, user, nil)
		if err == nil {
			return 0, existsAlready("user_id", "The user is a member", account+"/"+group+"/"+user)
		}
		if !rollbook.IsCode(err, rollbook.ProblemCodeMembershipNotFound) {
			return 0, err
		}
		terms := rollbook.MembershipTerms{Reason: known(m.Reason)}
		if !m.ExpiresAt.IsNull() && !m.ExpiresAt.IsUnknown() {
			terms.ExpiresAt = orNull(m.ExpiresAt.ValueStringPointer())
		}
		// The version is that of the user, which a plan reads.
		return 0, m.fill(c.AddMember(ctx, account, group, user, nil, &terms))
	},
	change: func(ctx context.Context, c *rollbook.Client, w update[membershipModel]) (int, error) {
		terms := rollbook.MembershipChangeTerms{}
		if !w.planned.Reason.Equal(w.before.Reason) {
			terms.Reason = known(w.planned.Reason)
		}
		if !w.planned.ExpiresAt.Equal(w.before.ExpiresAt) {
			terms.ExpiresAt = orNull(w.planned.ExpiresAt.ValueStringPointer())
		}
		params := &rollbook.ChangeMembershipParams{IfMatch: w.ifMatch}
		account, group, user := w.before.AccountId.ValueString(), w.before.ServiceGroupId.ValueString(), w.before.UserId.ValueString()
		return 0, w.planned.fill(c.ChangeMembership(ctx, account, group, user, params, terms))
	},
	remove: func(ctx context.Context, c *rollbook.Client, m membershipModel, ifMatch *string) error {
		params := &rollbook.RemoveMemberParams{IfMatch: ifMatch}
		return c.RemoveMember(ctx, m.AccountId.ValueString(), m.ServiceGroupId.ValueString(), m.UserId.ValueString(), params)
	},
}

func (m *membershipModel) fill(membership *rollbook.Membership, err error) error {
	if err != nil {
		return err
	}
	m.Reason = types.StringPointerValue(membership.Reason)
	m.ExpiresAt = timeOf(membership.ExpiresAt, m.ExpiresAt)
	return nil
}

// timeOf is written as it was configured, if it is the same time.
func timeOf(answer *string, before timetypes.RFC3339) timetypes.RFC3339 {
	if answer == nil {
		return timetypes.NewRFC3339Null()
	}
	at, err := time.Parse(time.RFC3339, *answer)
	if configured, unread := time.Parse(time.RFC3339, before.ValueString()); err != nil || unread == nil && configured.Equal(at) {
		return before
	}
	return timetypes.NewRFC3339TimeValue(at.UTC())
}

func known(value types.String) *string {
	if value.IsUnknown() {
		return nil
	}
	return value.ValueStringPointer()
}
