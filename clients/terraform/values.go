package main

import (
	"encoding/json"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/oapi-codegen/nullable"
)

// id is what the API gives a resource.
func id(about string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: about, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}}
}

// fixed is part of what a resource is: another value is another resource.
func fixed(about string) schema.StringAttribute {
	return schema.StringAttribute{Required: true, MarkdownDescription: about, PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}}
}

func optional(about string) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: about}
}

var metadataAttribute = schema.StringAttribute{
	Optional: true, CustomType: jsontypes.NormalizedType{},
	MarkdownDescription: "A JSON object of your own, by `jsonencode`. Terraform owns it whole.",
}

// orNull is a value of a merge patch: null removes it.
func orNull[T any](value *T) nullable.Nullable[T] {
	if value == nil {
		return nullable.NewNullNullable[T]()
	}
	return nullable.NewNullableWithValue(*value)
}

func numberOrNull(value types.Int64) nullable.Nullable[float64] {
	if value.IsNull() {
		return nullable.NewNullNullable[float64]()
	}
	return nullable.NewNullableWithValue(float64(value.ValueInt64()))
}

func intOf(value types.Int64) *int {
	if value.IsNull() {
		return nil
	}
	return pointerTo(int(value.ValueInt64()))
}

func int64Of(value *int) types.Int64 {
	if value == nil {
		return types.Int64Null()
	}
	return types.Int64Value(int64(*value))
}

// boolOf takes what is absent for the false that was configured.
func boolOf(value *bool, before types.Bool) types.Bool {
	if value == nil && before.Equal(types.BoolValue(false)) {
		return before
	}
	return types.BoolPointerValue(value)
}

func objectOf(metadata jsontypes.Normalized) (object map[string]any, err error) {
	if metadata.IsNull() {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(metadata.ValueString()), &object); err != nil || object == nil {
		return nil, refused("metadata", "The metadata is no JSON object", "Write it by jsonencode({ … }).")
	}
	return object, nil
}

// metadataOf is null for an empty object, unless the configuration says {} itself.
func metadataOf(object map[string]any, before jsontypes.Normalized) jsontypes.Normalized {
	if len(object) == 0 && before.IsNull() {
		return jsontypes.NewNormalizedNull()
	}
	text, _ := json.Marshal(object)
	return jsontypes.NewNormalizedValue(string(text))
}

// mergePatch leads from one object to another (RFC 7396).
func mergePatch(from, to map[string]any) map[string]any {
	patch := maps.Clone(to)
	if patch == nil {
		patch = map[string]any{}
	}
	for key, before := range from {
		object, wasObject := before.(map[string]any)
		after, isObject := to[key].(map[string]any)
		if wasObject && isObject {
			patch[key] = mergePatch(object, after)
		} else if _, stays := to[key]; !stays {
			patch[key] = nil
		}
	}
	return patch
}

// metadataPatch replaces all metadata.
func metadataPatch(from, to jsontypes.Normalized) (nullable.Nullable[map[string]any], error) {
	before, err := objectOf(from)
	if err != nil {
		return nil, err
	}
	after, err := objectOf(to)
	if err != nil || after == nil {
		return nullable.NewNullNullable[map[string]any](), err
	}
	return nullable.NewNullableWithValue(mergePatch(before, after)), nil
}

func pointerTo[T any](value T) *T { return &value }
