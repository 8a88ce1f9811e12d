import type { AnyAttribute, AttributeMap, ValueCodec } from '../definitions/attribute-types.js';
import { SingleTableError } from '../errors.js';
import type { WireValue } from '../items/wire.js';

/**
 * Collects the `#names` and `:values` of one request. A name or value that occurs twice gets one placeholder, so a condition
 * and an update of the same call share them.
 */
export class ExpressionScope {
  readonly names: Record<string, string> = {};
  readonly values: Record<string, WireValue> = {};
  private readonly placeholders = new Map<string, string>();
  private valueCount = 0;

  name(attribute: string): string {
    let placeholder = this.placeholders.get(attribute);
    if (placeholder === undefined) {
      placeholder = `#${this.placeholders.size}`;
      this.placeholders.set(attribute, placeholder);
      this.names[placeholder] = attribute;
    }
    return placeholder;
  }

  value(wire: WireValue): string {
    const placeholder = `:${this.valueCount++}`;
    this.values[placeholder] = wire;
    return placeholder;
  }

  /** `address.city` and `tags[0]` as DynamoDB document paths, with each name replaced by a placeholder. */
  path(path: string): string {
    if (ONE_NAME.test(path)) return this.name(path);
    return stepsOf(path)
      .map((step) => (typeof step === 'number' ? `[${step}]` : `.${this.name(step)}`))
      .join('')
      .slice(1);
  }

  /** The members a request needs, or nothing if there are none: DynamoDB refuses empty maps. */
  toRequest(): { ExpressionAttributeNames?: object; ExpressionAttributeValues?: object } {
    return {
      ...(this.placeholders.size > 0 && { ExpressionAttributeNames: this.names }),
      ...(this.valueCount > 0 && { ExpressionAttributeValues: this.values }),
    };
  }
}

/** A path of one step, as most are. */
const ONE_NAME = /^[^.[\]]+$/;

/** Splits `a.b[0].c` into its names and positions. */
export function stepsOf(path: string): (string | number)[] {
  const steps: (string | number)[] = [];
  for (const part of path.split('.')) {
    const found = /^([^[\]]+)((?:\[\d+\])*)$/.exec(part);
    if (!found) {
      throw new SingleTableError('UnknownAttribute', `"${path}" is not a path into an item.`, {
        attribute: path,
      });
    }
    steps.push(found[1] as string);
    for (const [, position] of (found[2] as string).matchAll(/\[(\d+)\]/g)) steps.push(Number(position));
  }
  return steps;
}

/** The declared attribute at a path; within undeclared JSON, any value. */
export function attributeAt(attributes: AttributeMap, path: string): AnyAttribute {
  let found = ownMember(attributes, path);
  if (found) return found;
  /** The position in a path so far: the item, then what its steps lead to. */
  let inside: Pick<ValueCodec, 'members' | 'entries' | 'type'> = { type: 'map', members: attributes };
  for (const step of stepsOf(path)) {
    const { members, entries, type } = inside;
    if (type === 'any') break;
    const isList = typeof step === 'number';
    found = members ? ownMember(members, step) : (type === 'list') === isList ? entries : undefined;
    if (found === undefined) {
      throw new SingleTableError('UnknownAttribute', `There is no attribute at "${path}".`, {
        attribute: path,
      });
    }
    inside = found.codec;
  }
  return found as AnyAttribute;
}

function ownMember(members: AttributeMap, name: string | number): AnyAttribute | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
