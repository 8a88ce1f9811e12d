package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"rollbook.example/rollbook"
)

// source declares what is looked up, and by which of its attributes.
type source[Model any] struct {
	// name is what follows `rollbook_`.
	name, about string
	attributes  map[string]schema.Attribute
	// find completes a model that has what it is looked up by.
	find func(ctx context.Context, c *rollbook.Client, model *Model) error
}

type lookup[Model any] struct {
	source[Model]
	client *rollbook.Client
}

func lookupOf[Model any](declared source[Model]) func() datasource.DataSource {
	return func() datasource.DataSource { return &lookup[Model]{source: declared} }
}

func (l *lookup[Model]) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + l.name
}

func (l *lookup[Model]) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: l.about, Attributes: l.attributes}
}

func (l *lookup[Model]) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	l.client, _ = req.ProviderData.(*rollbook.Client)
}

func (l *lookup[Model]) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model Model
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if err := l.find(ctx, l.client, &model); err != nil {
		resp.Diagnostics.Append(explain(err, l.attributes, nil)...)
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
}

// key is one of the attributes that something is looked up by.
func key(about string, others ...string) schema.StringAttribute {
	var each []path.Expression
	for _, other := range others {
		each = append(each, path.MatchRoot(other))
	}
	return schema.StringAttribute{Optional: true, Computed: true, MarkdownDescription: about, Validators: []validator.String{stringvalidator.ExactlyOneOf(each...)}}
}

func found(about string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: about}
}

// onlyOne of a list that a unique attribute has filtered.
func onlyOne[Entry any](entries []Entry, what, attribute string, value types.String) (*Entry, error) {
	if len(entries) == 0 {
		return nil, refused(attribute, "There is no such "+what, "Rollbook has none with the "+attribute+" "+value.String()+".")
	}
	return &entries[0], nil
}

type userDataModel struct {
	AccountId  types.String         `tfsdk:"account_id"`
	Id         types.String         `tfsdk:"id"`
	Email      types.String         `tfsdk:"email"`
	ExternalId types.String         `tfsdk:"external_id"`
	Name       types.String         `tfsdk:"name"`
	Role       types.String         `tfsdk:"role"`
	Status     types.String         `tfsdk:"status"`
	Metadata   jsontypes.Normalized `tfsdk:"metadata"`
}

var userData = source[userDataModel]{
	name:  "user",
	about: "A person of an account, by `id`, `email` or `external_id`. People come from your identity provider: Terraform neither creates nor removes one.",
	attributes: map[string]schema.Attribute{
		"account_id":  schema.StringAttribute{Required: true, MarkdownDescription: "The account."},
		"id":          key("`user_` and a ULID.", "email", "external_id"),
		"email":       key("Their email, ignoring case.", "id", "external_id"),
		"external_id": key("The id in another system.", "id", "email"),
		"name":        found("Their name."),
		"role":        found("`owner`, `admin` or `member`."),
		"status":      found("`invited`, `active` or `suspended`."),
		"metadata":    schema.StringAttribute{Computed: true, CustomType: jsontypes.NormalizedType{}, MarkdownDescription: "A JSON object."},
	},
	find: func(ctx context.Context, c *rollbook.Client, m *userDataModel) error {
		user, err := m.look(ctx, c)
		if err != nil {
			return err
		}
		m.Id, m.ExternalId, m.Name = types.StringValue(user.Id), types.StringPointerValue(user.ExternalId), types.StringValue(user.Name)
		if m.Email.IsNull() {
			m.Email = types.StringValue(user.Email)
		}
		m.Role, m.Status = types.StringValue(string(user.Role)), types.StringValue(string(user.Status))
		m.Metadata = metadataOf(user.Metadata, jsontypes.NewNormalizedValue("{}"))
		return nil
	},
}

func (m *userDataModel) look(ctx context.Context, c *rollbook.Client) (*rollbook.User, error) {
	if !m.Id.IsNull() {
		return c.GetUser(ctx, m.AccountId.ValueString(), m.Id.ValueString(), nil)
	}
	by, value := "email", m.Email
	if value.IsNull() {
		by, value = "external_id", m.ExternalId
	}
	list, err := c.ListUsers(ctx, m.AccountId.ValueString(), &rollbook.ListUsersParams{Email: m.Email.ValueStringPointer(), ExternalId: m.ExternalId.ValueStringPointer()})
	if err != nil {
		return nil, err
	}
	return onlyOne(list.Data, "user", by, value)
}

type accountDataModel struct {
	Id         types.String         `tfsdk:"id"`
	ExternalId types.String         `tfsdk:"external_id"`
	Name       types.String         `tfsdk:"name"`
	Status     types.String         `tfsdk:"status"`
	Metadata   jsontypes.Normalized `tfsdk:"metadata"`
}

var accountData = source[accountDataModel]{
	name:  "account",
	about: "An account, by `id` or, for operators, `external_id`.",
	attributes: map[string]schema.Attribute{
		"id":          key("`acct_` and a ULID.", "external_id"),
		"external_id": key("The id in another system.", "id"),
		"name":        found("What people call it."),
		"status":      found("`active` or `suspended`."),
		"metadata":    schema.StringAttribute{Computed: true, CustomType: jsontypes.NormalizedType{}, MarkdownDescription: "A JSON object."},
	},
	find: func(ctx context.Context, c *rollbook.Client, m *accountDataModel) error {
		account, err := m.look(ctx, c)
		if err != nil {
			return err
		}
		m.Id, m.ExternalId, m.Name = types.StringValue(account.Id), types.StringPointerValue(account.ExternalId), types.StringValue(account.Name)
		m.Status, m.Metadata = types.StringValue(string(account.Status)), metadataOf(account.Metadata, jsontypes.NewNormalizedValue("{}"))
		return nil
	},
}

func (m *accountDataModel) look(ctx context.Context, c *rollbook.Client) (*rollbook.Account, error) {
	if !m.Id.IsNull() {
		return c.GetAccount(ctx, m.Id.ValueString(), nil)
	}
	list, err := c.ListAccounts(ctx, &rollbook.ListAccountsParams{ExternalId: m.ExternalId.ValueStringPointer()})
	if err != nil {
		return nil, err
	}
	return onlyOne(list.Data, "account", "external_id", m.ExternalId)
}

type serviceGroupDataModel struct {
	AccountId  types.String         `tfsdk:"account_id"`
	Id         types.String         `tfsdk:"id"`
	ExternalId types.String         `tfsdk:"external_id"`
	Name       types.String         `tfsdk:"name"`
	Metadata   jsontypes.Normalized `tfsdk:"metadata"`
}

var serviceGroupData = source[serviceGroupDataModel]{
	name:  "service_group",
	about: "A service group of an account, by `id` or `external_id`.",
	attributes: map[string]schema.Attribute{
		"account_id":  schema.StringAttribute{Required: true, MarkdownDescription: "The account."},
		"id":          key("`sgrp_` and a ULID.", "external_id"),
		"external_id": key("The id in another system.", "id"),
		"name":        found("Its name."),
		"metadata":    schema.StringAttribute{Computed: true, CustomType: jsontypes.NormalizedType{}, MarkdownDescription: "A JSON object."},
	},
	find: func(ctx context.Context, c *rollbook.Client, m *serviceGroupDataModel) error {
		group, err := m.look(ctx, c)
		if err != nil {
			return err
		}
		m.Id, m.ExternalId, m.Name = types.StringValue(group.Id), types.StringPointerValue(group.ExternalId), types.StringValue(group.Name)
		m.Metadata = metadataOf(group.Metadata, jsontypes.NewNormalizedValue("{}"))
		return nil
	},
}

func (m *serviceGroupDataModel) look(ctx context.Context, c *rollbook.Client) (*rollbook.ServiceGroup, error) {
	if !m.Id.IsNull() {
		return c.GetServiceGroup(ctx, m.AccountId.ValueString(), m.Id.ValueString(), nil)
	}
	list, err := c.ListServiceGroups(ctx, m.AccountId.ValueString(), &rollbook.ListServiceGroupsParams{ExternalId: m.ExternalId.ValueStringPointer()})
	if err != nil {
		return nil, err
	}
	return onlyOne(list.Data, "service group", "external_id", m.ExternalId)
}
