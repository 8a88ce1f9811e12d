import { plainToInstance, Transform, TransformationType, type TransformFnParams } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage, ValidationTypes, type ValidatorConstraintInterface } from 'class-validator';

export interface DtoRules {
  type: DtoClass;
  byProperty: ReadonlyMap<string, PropertyRules>;
}

export type DtoClass = new () => object;

export interface PropertyRules {
  property: string;
  nested: { rules: DtoRules; mayBeList: boolean } | undefined;
  transforms: readonly ((params: TransformFnParams) => unknown)[];
  /** Unless all of them hold, the property may be anything. */
  conditions: readonly Condition[];
  constraints: readonly Constraint[];
}

type Condition = (object: object, value: unknown) => unknown;
type Constraint = (object: object, value: unknown) => boolean;

type RuleMetadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** DTOs that cannot be compiled are undefined in here; so is a DTO while it is read, and therefore one that contains itself. */
const known = new Map<DtoClass, DtoRules | undefined>();

/** Undefined if it, or one it contains, uses anything unsupported here. Read at first use, not at the start. */
export function rulesOf(type: DtoClass): DtoRules | undefined {
  if (known.has(type)) return known.get(type);
  known.set(type, undefined);
  const rules = readRules(type);
  known.set(type, rules);
  return rules;
}

function readRules(type: DtoClass): DtoRules | undefined {
  if (typeof type !== 'function' || !transformerOptions() || isExposedOrExcluded(type)) return undefined;
  const metadata = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const byProperty = new Map<string, PropertyRules>();
  for (const property of new Set(metadata.map(({ propertyName }) => propertyName))) {
    const rules = readProperty(
      type,
      property,
      metadata.filter(({ propertyName }) => propertyName === property),
    );
    if (!rules) return undefined;
    byProperty.set(property, rules);
  }
  return byProperty.size > 0 && isPlainClass(type, byProperty) ? { type, byProperty } : undefined;
}

/** True if a new instance is of its class, has no field without a rule, and nothing that class-transformer ignores. */
function isPlainClass(type: DtoClass, byProperty: ReadonlyMap<string, unknown>): boolean {
  const instance = new type();
  return (
    Object.getPrototypeOf(instance) === type.prototype &&
    Object.entries(instance).every(([name, value]) => byProperty.has(name) && typeof value !== 'function')
  );
}

function isExposedOrExcluded(type: DtoClass): boolean {
  return (
    defaultMetadataStorage.getStrategy(type) !== 'none' ||
    defaultMetadataStorage.getExposedMetadatas(type).length > 0 ||
    defaultMetadataStorage.getExcludedMetadatas(type).length > 0
  );
}

const READ_TYPES: readonly string[] = [
  ValidationTypes.CUSTOM_VALIDATION,
  ValidationTypes.CONDITIONAL_VALIDATION,
  ValidationTypes.NESTED_VALIDATION,
];

function readProperty(
  type: DtoClass,
  property: string,
  metadata: readonly RuleMetadata[],
): PropertyRules | undefined {
  const isKnown = metadata.every((rule) => READ_TYPES.includes(rule.type) && rule.validateIf === undefined);
  // Properties of the prototype, such as getters, are not fields.
  if (!isKnown || property in type.prototype) return undefined;
  const nested = readNested(type, property, metadata);
  const transforms = readTransforms(type, property);
  const constraints = readConstraints(type, metadata);
  if (nested === NOT_KNOWN || !transforms || !constraints) return undefined;
  const conditions = ofType(metadata, ValidationTypes.CONDITIONAL_VALIDATION).map(conditionOf);
  return { property, nested, transforms, conditions, constraints };
}

function conditionOf(rule: RuleMetadata): Condition {
  const [condition] = rule.constraints as [Condition];
  return condition;
}

function ofType(metadata: readonly RuleMetadata[], type: string): RuleMetadata[] {
  return metadata.filter((rule) => rule.type === type);
}

function readConstraints(type: DtoClass, metadata: readonly RuleMetadata[]): Constraint[] | undefined {
  const found = ofType(metadata, ValidationTypes.CUSTOM_VALIDATION).flatMap((rule) =>
    getMetadataStorage()
      .getTargetValidatorConstraints(rule.constraintCls)
      .map(({ instance, async }) => ({ async, constraint: constraintOf(type, rule, instance) })),
  );
  return found.some(({ async }) => async) ? undefined : found.map(({ constraint }) => constraint);
}

/** Calls class-validator's own object. Only `true` counts: a promise would be truthy for anything. */
function constraintOf(
  { name: targetName }: DtoClass,
  { propertyName: property, each, constraints }: RuleMetadata,
  validator: ValidatorConstraintInterface,
): Constraint {
  return (object, value) => {
    const args = { targetName, property, object, value, constraints };
    if (!each) return validator.validate(value, args) === true;
    if (Array.isArray(value)) return value.every((item) => validator.validate(item, args) === true);
    // Sets and maps, which only a transformation can have created, have items too.
    return typeof value !== 'object' && validator.validate(value, args) === true;
  };
}

const NOT_KNOWN = Symbol('not known');

/** `@ValidateNested()` and `@Type(() => Dto)` go together: one without the other means something else. */
function readNested(
  type: DtoClass,
  property: string,
  metadata: readonly RuleMetadata[],
): PropertyRules['nested'] | typeof NOT_KNOWN {
  const isValidated = ofType(metadata, ValidationTypes.NESTED_VALIDATION).length > 0;
  const typed = defaultMetadataStorage.findTypeMetadata(type, property);
  if (!isValidated && !typed) return undefined;
  if (!isValidated || !typed) return NOT_KNOWN;
  const { typeFunction, options } = typed;
  const reflectedType = typed.reflectedType as unknown;
  // A function with parameters looks at the value to say what it is.
  if (!typeFunction || typeFunction.length > 0 || options?.discriminator || reflectedType === Map)
    return NOT_KNOWN;
  const rules = rulesOf(typeFunction() as DtoClass);
  if (!rules) return NOT_KNOWN;
  // class-transformer creates a list of the class that the property is declared with.
  return { rules, mayBeList: reflectedType === Array || reflectedType === Object };
}

function readTransforms(type: DtoClass, property: string): PropertyRules['transforms'] | undefined {
  const found = defaultMetadataStorage.findTransformMetadatas(
    type,
    property,
    TransformationType.PLAIN_TO_CLASS,
  );
  const isKnown = found.every(({ options = {} }) => Object.keys(options).length === 0);
  return isKnown ? found.map(({ transformFn }) => transformFn) : undefined;
}

let options: TransformFnParams['options'] | undefined;

/**
 * The options that class-transformer passes to `@Transform` functions. Undefined if the storage read here is not the one the
 * decorators write to: a bundler may include the package twice.
 */
export function transformerOptions(): TransformFnParams['options'] | undefined {
  if (options) return options;
  class Probe {}
  Transform((params) => {
    options = params.options;
  })(Probe.prototype, 'probe');
  const found = defaultMetadataStorage.findTransformMetadatas(
    Probe,
    'probe',
    TransformationType.PLAIN_TO_CLASS,
  );
  if (found.length > 0) plainToInstance(Probe, { probe: true });
  return options;
}
