import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  shownAs,
  type Answer,
  type Change,
  type Creation,
  type Nested,
  type Resource,
  type ResourceField,
  type StateShown,
} from '#libs/domain';
import { ParsedBy } from './domain-value.js';
import { IfPresent } from './if-present.js';
import { IfGiven } from './settings.dto.js';

type DtoClass = new () => object;

interface Property {
  field: ResourceField;
  description: string | undefined;
  isRequired: boolean;
  isNullable: boolean;
  nested: DtoClass | undefined;
  values?: readonly string[] | undefined;
  decorators: PropertyDecorator[];
}

/** The class of a resource in answers; `of` shows a state. */
export function answerDto<R extends Resource, N extends Nested<R> = object>(resource: R, nested?: N) {
  const Dto = dtoOf<Answer<R, N>>(resource, (name, field) => {
    const { about: description, none, onRequest, values } = field;
    const shown = { isRequired: !onRequest, isNullable: none === null, decorators: [], values };
    return { ...shown, field, description, nested: nested?.[name] };
  });
  return Object.assign(Dto, { of: (state: StateShown<R>) => shownAs(resource, state) as Answer<R, N> });
}

/** The class of a request that creates a resource. */
export function creationDto<R extends Resource, N extends Nested<R> = object>(resource: R, nested?: N) {
  return dtoOf<Creation<R, N>>(resource, (name, field) => {
    const { given: description, optional = false, values, firstValues = values } = field;
    if (description === undefined) return undefined;
    const taken = { field, description, nested: nested?.[name], values: firstValues };
    const decorators = [...(optional ? [IfPresent()] : []), ...rulesOf(taken, field.parse)];
    return { ...taken, isRequired: !optional, isNullable: false, decorators };
  });
}

/** The class of a request that changes a resource. */
export function changeDto<R extends Resource, N extends Nested<R> = object>(resource: R, nested?: N) {
  return dtoOf<Change<R, N>>(resource, (name, field) => {
    const { given, changed: description = given, removable = false, values } = field;
    if (description === undefined || description === false) return undefined;
    const taken = { field, description, nested: nested?.[name], values };
    // A merge patch is valid if what it leads to is.
    const decorators = rulesOf(taken, field.merge ? undefined : field.parse);
    const condition = removable ? IfGiven() : IfPresent();
    return { ...taken, isRequired: false, isNullable: removable, decorators: [condition, ...decorators] };
  });
}

function rulesOf(
  { field, nested, values }: Pick<Property, 'field' | 'nested' | 'values'>,
  parse: ResourceField['parse'],
): PropertyDecorator[] {
  const { type, least, most = Infinity } = field;
  const parsed = parse && !nested ? [ParsedBy(parse)] : [];
  if (type === 'boolean') return [IsBoolean()];
  if (type === 'number') return [IsInt(), Min(least ?? 0), Max(most)];
  if (type === 'string') return values ? [IsIn(values)] : [IsString(), MaxLength(most), ...parsed];
  const each = { each: type === 'list' };
  const list = each.each ? [IsArray(), ArrayMaxSize(most)] : [];
  if (!nested) return [...list, IsObject(), ...parsed];
  return [...list, ValidateNested(each), IsObject(each), Type(() => nested)];
}

const PLAIN_TYPES = {
  string: String,
  number: Number,
  boolean: Boolean,
  list: String,
  object: Object,
} as const;
const FREE_OBJECT = { type: 'object', additionalProperties: true };

/** As the Swagger plugin describes a property. */
function described({ field, nested, values, description, isRequired, isNullable, decorators }: Property) {
  const { type, least: minimum, most } = field;
  const limits =
    type === 'number' ? { minimum, maximum: most } : type === 'string' ? { maxLength: most } : {};
  const of = nested ?? PLAIN_TYPES[type];
  const shape = of === Object ? FREE_OBJECT : !values && { type: () => (type === 'list' ? [of] : of) };
  return {
    required: isRequired,
    ...shape,
    ...(isNullable && { nullable: true }),
    ...(description !== undefined && { description }),
    ...(values && { enum: values }),
    ...(decorators.length > 0 && !values && limits),
  };
}

function dtoOf<Fields>(
  resource: Resource,
  propertyOf: (name: string, field: ResourceField) => Property | undefined,
): new () => Fields {
  const properties = Object.entries(resource).flatMap(([name, field]) => {
    const property = propertyOf(name, field);
    return property ? [[name, property] as const] : [];
  });
  class Dto {
    /** Read by Nest's Swagger module, which has it from its plugin of other classes. */
    static _OPENAPI_METADATA_FACTORY() {
      return Object.fromEntries(properties.map(([name, property]) => [name, described(property)]));
    }
  }
  for (const [name, { field, nested, decorators }] of properties) {
    if (nested)
      Reflect.defineMetadata('design:type', field.type === 'list' ? Array : nested, Dto.prototype, name);
    for (const decorate of decorators.toReversed()) decorate(Dto.prototype, name);
  }
  return Dto as unknown as new () => Fields;
}
