package main

import (
	"context"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"rollbook.example/rollbook"
)

type rollbookProvider struct{}

func (rollbookProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "rollbook"
}

func (rollbookProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"url": schema.StringAttribute{Optional: true, MarkdownDescription: "Where the API is. Default: the variable `ROLLBOOK_URL`."},
		"key": schema.StringAttribute{Optional: true, Sensitive: true, MarkdownDescription: "An API key, or another token of the API. Default: the variable `ROLLBOOK_KEY`."},
	}}
}

func (rollbookProvider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	var config struct {
		Url types.String `tfsdk:"url"`
		Key types.String `tfsdk:"key"`
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	setting := func(configured types.String, attribute, variable string) string {
		value := configured.ValueString()
		if value == "" {
			value = os.Getenv(variable)
		}
		if value == "" && !configured.IsUnknown() {
			resp.Diagnostics.AddAttributeError(path.Root(attribute), "Rollbook is not configured", "Set "+attribute+", or the variable "+variable+".")
		}
		return value
	}
	client := rollbook.NewClient(setting(config.Url, "url", "ROLLBOOK_URL"), setting(config.Key, "key", "ROLLBOOK_KEY"))
	resp.ResourceData, resp.DataSourceData, resp.EphemeralResourceData = client, client, client
}

func (rollbookProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{
		resourceOf(accounts),
		resourceOf(signInRules),
		resourceOf(serviceGroups),
		resourceOf(managers),
		resourceOf(memberships),
		resourceOf(members),
		resourceOf(webhookEndpoints),
		resourceOf(logStreams),
	}
}

func (rollbookProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{lookupOf(accountData), lookupOf(serviceGroupData), lookupOf(userData)}
}

func (rollbookProvider) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{func() ephemeral.EphemeralResource { return &apiKey{} }}
}
