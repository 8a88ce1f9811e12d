import type { Attribute, ValueCodec } from '../definitions/attribute-types.js';
import { attribute } from '../definitions/attributes.js';
import { anyCodec, dateCodec } from '../definitions/value-codecs.js';
import { refuseDefinition } from '../wire/errors.js';
import { refuseValue } from './standard-schema.js';

type Class<T> = new () => T;

interface Rule {
  propertyName: string;
  name?: string;
}

interface Fault {
  property: string;
  constraints?: Record<string, string>;
  children?: Fault[];
}

/** What is used of class-validator, and of class-transformer for nested classes: both are passed in. */
export interface ClassValidation {
  getMetadataStorage(): {
    getTargetValidationMetadatas(
      // oxlint-disable-next-line typescript/no-unsafe-function-type
      target: Function,
      schema: string,
      always: boolean,
      strictGroups: boolean,
    ): Rule[];
  };
  validateSync(object: object, options: { skipUndefinedProperties: true }): Fault[];
  plainToInstance?(target: Class<object>, plain: object): object;
}

/** A property that may be undefined makes an optional attribute: its class says so with a `?` and with `@IsOptional()`. */
export type ClassAttributes<T> = {
  readonly [Name in keyof T & string]-?: undefined extends T[Name]
    ? Attribute<Exclude<T[Name], undefined>, 'optional'>
    : Attribute<T[Name]>;
};

/**
 * Attributes from a class with decorators of class-validator: `fromClass(User, { getMetadataStorage, validateSync })`. Every
 * value that is put or set is validated. Properties with `@IsDate()` are stored as ISO 8601 text.
 */
export function fromClass<T extends object>(
  source: Class<T>,
  validation: ClassValidation,
): ClassAttributes<T> {
  const rules = validation.getMetadataStorage().getTargetValidationMetadatas(source, '', false, false);
  if (rules.length === 0)
    refuseDefinition(source.name, 'has no property with a decorator of class-validator');
  const entries = [...new Set(rules.map(({ propertyName }) => propertyName))].map((name) => {
    const has = (rule: string) => rules.some((each) => each.propertyName === name && each.name === rule);
    const check = (value: unknown) => checkProperty(source, validation, name, value);
    return [name, attributeOf(has('isDate') ? dateCodec : anyCodec, has('isOptional'), check)];
  });
  return Object.fromEntries(entries) as ClassAttributes<T>;
}

function attributeOf(codec: ValueCodec, isOptional: boolean, check: (value: unknown) => void) {
  const made = attribute<unknown, 'required', 'open'>(codec, { presence: 'required', access: 'open', check });
  return isOptional ? made.optional() : made;
}

function checkProperty(
  source: Class<object>,
  validation: ClassValidation,
  name: string,
  value: unknown,
): void {
  const plain = { [name]: value };
  const object = validation.plainToInstance?.(source, plain) ?? Object.assign(new source(), plain);
  const faults = validation.validateSync(object, { skipUndefinedProperties: true });
  const own = faults.filter(({ property }) => property === name);
  if (own.length > 0) refuseValue(name, own.flatMap(reasonsOf).join('; '));
}

const reasonsOf = ({ constraints = {}, children = [] }: Fault): string[] => [
  ...Object.values(constraints),
  ...children.flatMap(reasonsOf),
];
