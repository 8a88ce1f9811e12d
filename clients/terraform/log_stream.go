package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"rollbook.example/rollbook"
)

type logStreamModel struct {
	Id              types.String `tfsdk:"id"`
	AccountId       types.String `tfsdk:"account_id"`
	Url             types.String `tfsdk:"url"`
	Form            types.String `tfsdk:"form"`
	PersonalData    types.Bool   `tfsdk:"personal_data"`
	Description     types.String `tfsdk:"description"`
	EventTypes      []string     `tfsdk:"event_types"`
	SecretWo        types.String `tfsdk:"secret_wo"`
	SecretWoVersion types.Int64  `tfsdk:"secret_wo_version"`
}

var logStreams = kind[logStreamModel]{
	name:  "log_stream",
	about: "A system that collects logs, which is sent the events of an account in batches. Whether it is enabled, and how far it is, is not Terraform's.",
	attributes: map[string]schema.Attribute{
		"id":         id("`lstr_` and a ULID."),
		"account_id": fixed("The account."),
		"url":        schema.StringAttribute{Required: true, MarkdownDescription: "An https URL on a public host."},
		"form":       schema.StringAttribute{Required: true, MarkdownDescription: "How events are written: `ndjson`, `cloudevents`, `splunk-hec`, `datadog` or `ocsf`."},
		"personal_data": schema.BoolAttribute{
			Optional: true, Computed: true, Default: booldefault.StaticBool(false),
			MarkdownDescription: "Whether names, emails and other personal data are sent. Default: only ids.",
		},
		"description": schema.StringAttribute{Optional: true, MarkdownDescription: "For people.", Validators: []validator.String{stringvalidator.LengthAtLeast(1)}},
		"event_types": schema.SetAttribute{
			Optional: true, ElementType: types.StringType, Validators: []validator.Set{setvalidator.SizeAtLeast(1)},
			MarkdownDescription: "Event types, or groups such as `user.*`. Left out: all events.",
		},
		"secret_wo":         schema.StringAttribute{Required: true, WriteOnly: true, MarkdownDescription: "The receiver's token. It is not stored."},
		"secret_wo_version": schema.Int64Attribute{Optional: true, MarkdownDescription: "Change it to replace the token by `secret_wo`."},
	},
	importId: []string{"account_id", "id"},
	pointers: map[string]string{"secret": "secret_wo"},
	read: func(ctx context.Context, c *rollbook.Client, m *logStreamModel) (int, error) {
		stream, err := c.GetLogStream(ctx, m.AccountId.ValueString(), m.Id.ValueString())
		if err != nil {
			return 0, err
		}
		m.fill(stream.Url, string(stream.Form), stream.PersonalData, stream.Description, stream.EventTypes)
		return stream.Version, nil
	},
	create: func(ctx context.Context, c *rollbook.Client, m *logStreamModel, configured logStreamModel) (int, error) {
		body := rollbook.CreateLogStream{
			Url: m.Url.ValueString(), Form: rollbook.CreateLogStreamForm(m.Form.ValueString()), PersonalData: m.PersonalData.ValueBoolPointer(),
			Description: m.Description.ValueStringPointer(), Secret: configured.SecretWo.ValueString(),
		}
		if m.EventTypes != nil {
			body.EventTypes = pointerTo(typesOf[rollbook.CreateLogStreamEventTypes](m.EventTypes))
		}
		stream, err := c.CreateLogStream(ctx, m.AccountId.ValueString(), nil, body)
		if err != nil {
			return 0, err
		}
		m.Id = types.StringValue(stream.Id)
		m.fillFrom(stream)
		return stream.Version, nil
	},
	change: func(ctx context.Context, c *rollbook.Client, w update[logStreamModel]) (int, error) {
		account, id := w.before.AccountId.ValueString(), w.before.Id.ValueString()
		body := rollbook.ChangeLogStream{
			Form:        pointerTo(rollbook.ChangeLogStreamForm(w.planned.Form.ValueString())),
			Description: pointerTo(w.planned.Description.ValueString()),
			EventTypes:  pointerTo(typesOf[rollbook.ChangeLogStreamEventTypes](w.planned.EventTypes)),
		}
		// These take a recent sign-in, also where they are as before.
		if !w.planned.Url.Equal(w.before.Url) {
			body.Url = w.planned.Url.ValueStringPointer()
		}
		if !w.planned.PersonalData.Equal(w.before.PersonalData) {
			body.PersonalData = w.planned.PersonalData.ValueBoolPointer()
		}
		stream, err := c.ChangeLogStream(ctx, account, id, &rollbook.ChangeLogStreamParams{IfMatch: w.ifMatch}, body)
		if err != nil {
			return 0, err
		}
		w.planned.fillFrom(stream)
		if w.planned.SecretWoVersion.Equal(w.before.SecretWoVersion) {
			return stream.Version, nil
		}
		params := &rollbook.ReplaceStreamSecretParams{IfMatch: pointerTo(etagOf(stream.Version))}
		replaced, err := c.ReplaceStreamSecret(ctx, account, id, params, rollbook.ReplaceStreamSecret{Secret: w.configured.SecretWo.ValueString()})
		if err != nil {
			return 0, err
		}
		return replaced.Version, nil
	},
	remove: func(ctx context.Context, c *rollbook.Client, m logStreamModel, ifMatch *string) error {
		return c.RemoveLogStream(ctx, m.AccountId.ValueString(), m.Id.ValueString(), &rollbook.RemoveLogStreamParams{IfMatch: ifMatch})
	},
}

func (m *logStreamModel) fillFrom(stream *rollbook.LogStream) {
	m.fill(stream.Url, string(stream.Form), stream.PersonalData, stream.Description, stream.EventTypes)
}

func (m *logStreamModel) fill(url, form string, personalData bool, description string, eventTypes []string) {
	m.Url, m.Form, m.PersonalData = types.StringValue(url), types.StringValue(form), types.BoolValue(personalData)
	m.Description, m.EventTypes = types.StringNull(), nil
	if description != "" {
		m.Description = types.StringValue(description)
	}
	if len(eventTypes) > 0 {
		m.EventTypes = eventTypes
	}
}
