package main

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/oapi-codegen/nullable"
	"rollbook.example/rollbook"
)

type signInRulesModel struct {
	AccountId types.String      `tfsdk:"account_id"`
	Rules     []signInRuleModel `tfsdk:"rules"`
}

type signInRuleModel struct {
	Issuer          types.String `tfsdk:"issuer"`
	Domains         []string     `tfsdk:"domains"`
	ExternalIdClaim types.String `tfsdk:"external_id_claim"`
}

var signInRules = kind[signInRulesModel]{
	name:  "sign_in_rules",
	about: "All sign-in rules of an account: which identity providers say who its users are. For operators, who have made sure that the domains are the account's.",
	attributes: map[string]schema.Attribute{
		"account_id": fixed("The account."),
		"rules": schema.ListNestedAttribute{
			Required: true, MarkdownDescription: "The rules, each of another issuer.", Validators: []validator.List{listvalidator.SizeAtLeast(1)},
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"issuer":            schema.StringAttribute{Required: true, MarkdownDescription: "Exactly the `iss` of its tokens."},
				"domains":           schema.ListAttribute{Required: true, ElementType: types.StringType, MarkdownDescription: "Domains, in lower case, whose verified emails link people to their user. No subdomains."},
				"external_id_claim": optional("The claim that has a user's external id."),
			}},
		},
	},
	importId: []string{"account_id"},
	pointers: map[string]string{"signInRules": "rules"},
	read: func(ctx context.Context, c *rollbook.Client, m *signInRulesModel) (int, error) {
		return m.fill(c.GetAccount(ctx, m.AccountId.ValueString(), nil))
	},
	create: func(ctx context.Context, c *rollbook.Client, m *signInRulesModel, _ signInRulesModel) (int, error) {
		account, err := c.GetAccount(ctx, m.AccountId.ValueString(), nil)
		if err != nil {
			return 0, err
		}
		if len(account.SignInRules) > 0 {
			return 0, existsAlready("account_id", "The account has sign-in rules", account.Id)
		}
		return m.fill(m.write(ctx, c, pointerTo(etagOf(account.Version))))
	},
	change: func(ctx context.Context, c *rollbook.Client, w update[signInRulesModel]) (int, error) {
		return w.planned.fill(w.planned.write(ctx, c, w.ifMatch))
	},
	remove: func(ctx context.Context, c *rollbook.Client, m signInRulesModel, ifMatch *string) error {
		_, err := (&signInRulesModel{AccountId: m.AccountId}).write(ctx, c, ifMatch)
		return err
	},
}

func (m *signInRulesModel) write(ctx context.Context, c *rollbook.Client, ifMatch *string) (*rollbook.Account, error) {
	rules := []rollbook.SignInRule{}
	for _, rule := range m.Rules {
		rules = append(rules, rollbook.SignInRule{Issuer: rule.Issuer.ValueString(), Domains: rule.Domains, ExternalIdClaim: rule.ExternalIdClaim.ValueStringPointer()})
	}
	body := rollbook.ChangeAccount{SignInRules: nullable.NewNullableWithValue(rules)}
	return c.ChangeAccount(ctx, m.AccountId.ValueString(), &rollbook.ChangeAccountParams{IfMatch: ifMatch}, body)
}

func (m *signInRulesModel) fill(account *rollbook.Account, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	if len(account.SignInRules) == 0 {
		return 0, fmt.Errorf("%w: sign-in rules of %s", errGone, account.Id)
	}
	m.Rules = nil
	for _, rule := range account.SignInRules {
		m.Rules = append(m.Rules, signInRuleModel{types.StringValue(rule.Issuer), rule.Domains, types.StringPointerValue(rule.ExternalIdClaim)})
	}
	return account.Version, nil
}
