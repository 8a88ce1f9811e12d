package main

import (
	"context"
	"encoding/json"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"rollbook.example/rollbook"
)

// apiKey is made for a run, and revoked at its end.
type apiKey struct{ client *rollbook.Client }

type apiKeyModel struct {
	AccountId types.String `tfsdk:"account_id"`
	Name      types.String `tfsdk:"name"`
	Scopes    []string     `tfsdk:"scopes"`
	Id        types.String `tfsdk:"id"`
	Key       types.String `tfsdk:"key"`
}

var apiKeyAttributes = map[string]schema.Attribute{
	"account_id": schema.StringAttribute{Required: true, MarkdownDescription: "The account."},
	"name":       schema.StringAttribute{Required: true, MarkdownDescription: "What it is for."},
	"scopes":     schema.SetAttribute{Required: true, ElementType: types.StringType, MarkdownDescription: "What it may do, such as `users:read`."},
	"id":         schema.StringAttribute{Computed: true, MarkdownDescription: "`akey_` and a ULID."},
	"key":        schema.StringAttribute{Computed: true, Sensitive: true, MarkdownDescription: "The key itself."},
}

// Of a key that could not be revoked, because the run was killed.
const longestRun = 2 * time.Hour

const openedKey = "opened"

type openedApiKey struct{ AccountId, Id string }

func (*apiKey) Metadata(_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_api_key"
}

func (*apiKey) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "An API key for this run: it is revoked at its end, and expires after two hours in any case. Terraform does not store it.",
		Attributes:          apiKeyAttributes,
	}
}

func (k *apiKey) Configure(_ context.Context, req ephemeral.ConfigureRequest, _ *ephemeral.ConfigureResponse) {
	k.client, _ = req.ProviderData.(*rollbook.Client)
}

func (k *apiKey) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var model apiKeyModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	body := rollbook.CreateApiKey{Name: model.Name.ValueString(), ExpiresAt: pointerTo(time.Now().Add(longestRun).UTC().Format(time.RFC3339))}
	for _, scope := range model.Scopes {
		body.Scopes = append(body.Scopes, rollbook.CreateApiKeyScopes(scope))
	}
	issued, err := k.client.CreateApiKey(ctx, model.AccountId.ValueString(), nil, body)
	if err != nil {
		resp.Diagnostics.Append(explain(err, apiKeyAttributes, nil)...)
		return
	}
	model.Id, model.Key = types.StringValue(issued.Id), types.StringValue(issued.Key)
	opened, _ := json.Marshal(openedApiKey{model.AccountId.ValueString(), issued.Id})
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, openedKey, opened)...)
	resp.Diagnostics.Append(resp.Result.Set(ctx, model)...)
}

func (k *apiKey) Close(ctx context.Context, req ephemeral.CloseRequest, resp *ephemeral.CloseResponse) {
	var key openedApiKey
	stored, told := req.Private.GetKey(ctx, openedKey)
	resp.Diagnostics.Append(told...)
	if err := json.Unmarshal(stored, &key); err != nil {
		resp.Diagnostics.AddError("The API key was not revoked", err.Error())
		return
	}
	if err := k.client.RevokeApiKey(ctx, key.AccountId, key.Id, nil); err != nil && !isGone(err) {
		resp.Diagnostics.Append(explain(err, apiKeyAttributes, nil)...)
	}
}
