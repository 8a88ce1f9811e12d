import type { AnyAttribute, AttributeMap, ValueCodec } from '../definitions/attribute-types.js';
import { refuseAttribute, refuseRequest } from '../wire/errors.js';
import type { WireValue } from '../wire/wire.js';

/** A name or value that occurs twice gets one placeholder, so a condition and an update of the same call share them. */
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
  path(path: string, attributes: AttributeMap): string {
    if (ownMember(attributes, path)?.settings.keyOnly)
      return refuseRequest('expression', `${path} is stored in the key only.`);
    const steps = stepsOf(path, attributes);
    if (ownMember(attributes, steps[0]!)?.settings.pack)
      return refuseRequest('expression', `${path} is packed with others.`);
    if (Object.hasOwn(attributes, path)) return this.name(path);
    return steps
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

/** A declared name is taken whole, with any dots and brackets in it; of several that lead somewhere, the longest. */
export function stepsOf(path: string, attributes: AttributeMap): readonly (string | number)[] {
  return resolve(path, attributes).steps;
}

/** False for what can be removed: something optional, an entry of a list or record, or something within undeclared JSON. */
export function mustStay(attributes: AttributeMap, path: string): boolean {
  const { isDeclared, found } = resolve(path, attributes);
  return isDeclared && found.settings.presence !== 'optional';
}

/** The declared attribute at a path; within undeclared JSON, any value. */
export function attributeAt(attributes: AttributeMap, path: string): AnyAttribute {
  return ownMember(attributes, path) ?? resolve(path, attributes).found;
}

interface Resolved {
  steps: readonly (string | number)[];
  found: AnyAttribute;
  /** True for an attribute, and for a member of a map: something with a presence of its own. */
  isDeclared: boolean;
}

function resolve(path: string, attributes: AttributeMap): Resolved {
  const resolved = walk(`.${path}`, { type: 'map', members: attributes });
  if (resolved) return resolved;
  return refuseAttribute('UnknownAttribute', path, `There is no attribute at "${path}".`);
}

const STEP = /^(?:\[(\d+)\]|\.([^.[\]]+))/;

/** Follows the rest of a path from the item, or from what its steps so far lead to. */
function walk(
  rest: string,
  { type, members, entries }: Pick<ValueCodec, 'type' | 'members' | 'entries'>,
  any?: AnyAttribute,
): Resolved | undefined {
  const follow = (step: string | number, length: number, found: AnyAttribute | undefined) => {
    if (!found || rest.length === length) return found && { steps: [step], found, isDeclared: !!members };
    const deeper = walk(rest.slice(length), found.codec, found);
    return deeper && { ...deeper, steps: [step, ...deeper.steps] };
  };
  for (const name of members ? declaredNames(members, rest) : []) {
    const resolved = follow(name, name.length + 1, members?.[name]);
    if (resolved) return resolved;
  }
  const [text, position, name] = STEP.exec(rest) ?? [];
  if (members || text === undefined) return undefined;
  const step = name ?? Number(position);
  if (type === 'any') return follow(step, text.length, any);
  return (type === 'list') === (name === undefined) ? follow(step, text.length, entries) : undefined;
}

/** The declared names with which the rest of a path can go on, the longest first. */
function declaredNames(members: AttributeMap, rest: string): string[] {
  const ends = (at: number) => at === rest.length || rest[at] === '.' || rest[at] === '[';
  return Object.keys(members)
    .filter((name) => rest.startsWith(`.${name}`) && ends(name.length + 1))
    .sort((a, b) => b.length - a.length);
}

function ownMember(members: AttributeMap, name: string | number): AnyAttribute | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
