package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"rollbook.example/rollbook"
)

// kind declares a resource: what it is made of, and the calls that read and write it. Model has a field for each attribute.
type kind[Model any] struct {
	// name is what follows `rollbook_`.
	name, about string
	attributes  map[string]schema.Attribute
	// importId are the attributes that make up an import's id, in its order, separated by slashes.
	importId []string
	// pointers are the fields of the API whose attributes have other names than theirs in snake case.
	pointers map[string]string
	// read completes a model that has the attributes of the import's id. A version of 0 says that the API has none.
	read func(ctx context.Context, c *rollbook.Client, model *Model) (version int, err error)
	// create completes the planned model. The configuration alone has what is write-only.
	create func(ctx context.Context, c *rollbook.Client, model *Model, configured Model) (version int, err error)
	// change is missing where every attribute needs a replacement.
	change func(ctx context.Context, c *rollbook.Client, write update[Model]) (version int, err error)
	remove func(ctx context.Context, c *rollbook.Client, model Model, ifMatch *string) error
	// forgotten says why a destroyed resource stays where it is, instead of remove.
	forgotten string
}

// update is a change of a resource from what it was when it was planned; planned is completed.
type update[Model any] struct {
	before, configured Model
	planned            *Model
	ifMatch            *string
}

type frame[Model any] struct {
	kind[Model]
	client *rollbook.Client
}

func resourceOf[Model any](declared kind[Model]) func() resource.Resource {
	return func() resource.Resource { return &frame[Model]{kind: declared} }
}

func (f *frame[Model]) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + f.name
}

func (f *frame[Model]) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: f.about, Attributes: f.attributes}
}

func (f *frame[Model]) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	f.client, _ = req.ProviderData.(*rollbook.Client)
}

func (f *frame[Model]) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	parts := strings.Split(req.ID, "/")
	if len(parts) != len(f.importId) {
		detail := fmt.Sprintf("The id is %s, not %q.", strings.Join(f.importId, "/"), req.ID)
		resp.Diagnostics.AddError("The id of the import is incomplete", detail)
		return
	}
	for place, name := range f.importId {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(name), parts[place])...)
	}
}

func (f *frame[Model]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var model Model
	resp.Diagnostics.Append(req.State.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	version, err := f.read(ctx, f.client, &model)
	if isGone(err) {
		resp.State.RemoveResource(ctx)
		return
	}
	f.keep(ctx, &resp.Diagnostics, &resp.State, resp.Private, model, version, err)
}

func (f *frame[Model]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var planned, configured Model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &planned)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &configured)...)
	if resp.Diagnostics.HasError() {
		return
	}
	version, err := f.create(ctx, f.client, &planned, configured)
	f.keep(ctx, &resp.Diagnostics, &resp.State, resp.Private, planned, version, err)
}

func (f *frame[Model]) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var write update[Model]
	var planned Model
	write.planned = &planned
	resp.Diagnostics.Append(req.State.Get(ctx, &write.before)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &planned)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &write.configured)...)
	if resp.Diagnostics.HasError() {
		return
	}
	version, err := f.ifUnchanged(ctx, req.State, versionOf(ctx, req.Private), func(ifMatch *string) (int, error) {
		write.ifMatch = ifMatch
		return f.change(ctx, f.client, write)
	})
	if isGone(err) {
		err = diagnosed{diag.NewErrorDiagnostic("Removed elsewhere since the plan", "The rollbook_"+f.name+" is no longer there. Plan again to create it.")}
	}
	f.keep(ctx, &resp.Diagnostics, &resp.State, resp.Private, planned, version, err)
}

func (f *frame[Model]) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var model Model
	resp.Diagnostics.Append(req.State.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if f.remove == nil {
		resp.Diagnostics.AddWarning("Terraform has forgotten it, and it stays in Rollbook", f.forgotten)
		return
	}
	_, err := f.ifUnchanged(ctx, req.State, versionOf(ctx, req.Private), func(ifMatch *string) (int, error) {
		return 0, f.remove(ctx, f.client, model, ifMatch)
	})
	if err != nil && !isGone(err) {
		resp.Diagnostics.Append(explain(err, f.attributes, f.pointers)...)
	}
}

const attempts = 10

// ifUnchanged writes if the resource is as it was when it was planned. The ETag read then says so; when it is old, because of what Terraform
// does not plan here (a group's version counts its managers), the attributes are compared. Either way the write has the ETag of what was compared.
func (f *frame[Model]) ifUnchanged(ctx context.Context, seen tfsdk.State, version int, write func(ifMatch *string) (int, error)) (int, error) {
	for range attempts {
		if version > 0 {
			etag := etagOf(version)
			written, err := write(&etag)
			if !rollbook.IsCode(err, rollbook.ProblemCodeVersionMismatch) {
				return written, err
			}
		}
		var model Model
		if diagnostics := seen.Get(ctx, &model); diagnostics.HasError() {
			return 0, diagnosed(diagnostics)
		}
		current, err := f.read(ctx, f.client, &model)
		if err != nil {
			return 0, err
		}
		now := tfsdk.State{Schema: seen.Schema, Raw: seen.Raw}
		if diagnostics := now.Set(ctx, model); diagnostics.HasError() {
			return 0, diagnosed(diagnostics)
		}
		if changed := f.differences(ctx, seen, now); len(changed) > 0 {
			return 0, diagnosed{diag.NewErrorDiagnostic("Changed elsewhere since the plan", fmt.Sprintf(
				"The rollbook_%s is no longer as it was when this was planned: %s. Nothing was written. Plan again to see what it is now.",
				f.name, strings.Join(changed, ", ")))}
		}
		if current == 0 {
			return write(nil)
		}
		version = current
	}
	return 0, diagnosed{diag.NewErrorDiagnostic("Too many changes at once", "Others keep changing it. Nothing was written.")}
}

// differences are the names of the attributes that differ.
func (f *frame[Model]) differences(ctx context.Context, one, other tfsdk.State) []string {
	var names []string
	for name := range f.attributes {
		var a, b attr.Value
		one.GetAttribute(ctx, path.Root(name), &a)
		other.GetAttribute(ctx, path.Root(name), &b)
		same := a.Equal(b)
		if text, ok := a.(basetypes.StringValuableWithSemanticEquals); ok && !same && !a.IsNull() && !b.IsNull() {
			same, _ = text.StringSemanticEquals(ctx, b.(basetypes.StringValuable))
		}
		if !same {
			names = append(names, name)
		}
	}
	return sorted(names)
}

// private is the part of a state that Terraform stores without showing it.
type private interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

func etagOf(version int) string { return fmt.Sprintf(`"%d"`, version) }

const versionKey = "version"

func versionOf(ctx context.Context, from private) (version int) {
	stored, _ := from.GetKey(ctx, versionKey)
	_ = json.Unmarshal(stored, &version)
	return version
}

func (f *frame[Model]) keep(ctx context.Context, diagnostics *diag.Diagnostics, state *tfsdk.State, private private, model Model, version int, err error) {
	if err != nil {
		diagnostics.Append(explain(err, f.attributes, f.pointers)...)
		return
	}
	diagnostics.Append(state.Set(ctx, model)...)
	diagnostics.Append(private.SetKey(ctx, versionKey, fmt.Append(nil, version))...)
}
