package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"rollbook.example/rollbook"
)

type webhookEndpointModel struct {
	Id              types.String `tfsdk:"id"`
	AccountId       types.String `tfsdk:"account_id"`
	Url             types.String `tfsdk:"url"`
	Description     types.String `tfsdk:"description"`
	EventTypes      []string     `tfsdk:"event_types"`
	SecretWo        types.String `tfsdk:"secret_wo"`
	SecretWoVersion types.Int64  `tfsdk:"secret_wo_version"`
}

var webhookEndpoints = kind[webhookEndpointModel]{
	name:  "webhook_endpoint",
	about: "A URL that events of an account are sent to. Whether it is enabled is not Terraform's: Rollbook disables one that fails.",
	attributes: map[string]schema.Attribute{
		"id":          id("`whep_` and a ULID."),
		"account_id":  fixed("The account."),
		"url":         schema.StringAttribute{Required: true, MarkdownDescription: "An https URL on a public host."},
		"description": schema.StringAttribute{Optional: true, MarkdownDescription: "For people.", Validators: []validator.String{stringvalidator.LengthAtLeast(1)}},
		"event_types": schema.SetAttribute{
			Optional: true, ElementType: types.StringType, Validators: []validator.Set{setvalidator.SizeAtLeast(1)},
			MarkdownDescription: "Event types, or groups such as `user.*`. Left out: all events.",
		},
		"secret_wo": schema.StringAttribute{
			Optional: true, WriteOnly: true, Validators: []validator.String{stringvalidator.AlsoRequires(path.MatchRoot("secret_wo_version"))},
			MarkdownDescription: "A secret of your own, `whsec_` and 24 to 64 bytes in base64. It is not stored. Left out: one that can be seen only when it is rotated.",
		},
		"secret_wo_version": schema.Int64Attribute{
			Optional: true, Validators: []validator.Int64{int64validator.AlsoRequires(path.MatchRoot("secret_wo"))},
			MarkdownDescription: "Change it to rotate to `secret_wo`: for a day, requests are signed with the secret before, too.",
		},
	},
	importId: []string{"account_id", "id"},
	pointers: map[string]string{"secret": "secret_wo"},
	read: func(ctx context.Context, c *rollbook.Client, m *webhookEndpointModel) (int, error) {
		endpoint, err := c.GetWebhookEndpoint(ctx, m.AccountId.ValueString(), m.Id.ValueString())
		if err != nil {
			return 0, err
		}
		m.fill(endpoint.Url, endpoint.Description, endpoint.EventTypes)
		return endpoint.Version, nil
	},
	create: func(ctx context.Context, c *rollbook.Client, m *webhookEndpointModel, configured webhookEndpointModel) (int, error) {
		body := rollbook.CreateWebhookEndpoint{Url: m.Url.ValueString(), Description: m.Description.ValueStringPointer(), Secret: configured.SecretWo.ValueStringPointer()}
		if m.EventTypes != nil {
			body.EventTypes = pointerTo(typesOf[rollbook.CreateWebhookEndpointEventTypes](m.EventTypes))
		}
		endpoint, err := c.CreateWebhookEndpoint(ctx, m.AccountId.ValueString(), nil, body)
		if err != nil {
			return 0, err
		}
		m.Id = types.StringValue(endpoint.Id)
		m.fill(endpoint.Url, endpoint.Description, endpoint.EventTypes)
		return endpoint.Version, nil
	},
	change: func(ctx context.Context, c *rollbook.Client, w update[webhookEndpointModel]) (int, error) {
		account, id := w.before.AccountId.ValueString(), w.before.Id.ValueString()
		body := rollbook.ChangeWebhookEndpoint{
			Description: pointerTo(w.planned.Description.ValueString()),
			EventTypes:  pointerTo(typesOf[rollbook.ChangeWebhookEndpointEventTypes](w.planned.EventTypes)),
		}
		// Another URL takes a recent sign-in, and so does the same.
		if !w.planned.Url.Equal(w.before.Url) {
			body.Url = w.planned.Url.ValueStringPointer()
		}
		endpoint, err := c.ChangeWebhookEndpoint(ctx, account, id, &rollbook.ChangeWebhookEndpointParams{IfMatch: w.ifMatch}, body)
		if err != nil {
			return 0, err
		}
		w.planned.fill(endpoint.Url, endpoint.Description, endpoint.EventTypes)
		if w.configured.SecretWo.IsNull() || w.planned.SecretWoVersion.Equal(w.before.SecretWoVersion) {
			return endpoint.Version, nil
		}
		rotation := rollbook.RotateWebhookSecret{GraceSeconds: graceSeconds, Secret: w.configured.SecretWo.ValueStringPointer()}
		params := &rollbook.RotateWebhookSecretParams{IfMatch: pointerTo(etagOf(endpoint.Version))}
		rotated, err := c.RotateWebhookSecret(ctx, account, id, params, rotation)
		if err != nil {
			return 0, err
		}
		return rotated.Version, nil
	},
	remove: func(ctx context.Context, c *rollbook.Client, m webhookEndpointModel, ifMatch *string) error {
		return c.RemoveWebhookEndpoint(ctx, m.AccountId.ValueString(), m.Id.ValueString(), &rollbook.RemoveWebhookEndpointParams{IfMatch: ifMatch})
	},
}

// A day, as is the API's default.
const graceSeconds = 24 * 60 * 60

func (m *webhookEndpointModel) fill(url, description string, eventTypes []string) {
	m.Url, m.Description, m.EventTypes = types.StringValue(url), types.StringNull(), nil
	if description != "" {
		m.Description = types.StringValue(description)
	}
	if len(eventTypes) > 0 {
		m.EventTypes = eventTypes
	}
}

func typesOf[Type ~string](names []string) []Type {
	list := []Type{}
	for _, name := range names {
		list = append(list, Type(name))
	}
	return list
}
