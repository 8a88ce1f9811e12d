import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '#libs/domain';

/** Everything valid by the new schema must be valid by the released one: subscribers were written against that. */
export function incompatibilities(released: JsonSchema, current: JsonSchema | undefined, at = ''): string[] {
  const where = at || (released.title ?? 'the schema');
  if (!current) return [`${where} is gone`];
  const broken: string[] = [];
  for (const keyword of ['type', 'const', 'format', 'pattern', '$ref', '$id'] as const)
    if (released[keyword] !== undefined && !isDeepStrictEqual(released[keyword], current[keyword]))
      broken.push(
        `${where}: ${keyword} was ${JSON.stringify(released[keyword])} and is ${JSON.stringify(current[keyword])}`,
      );
  if (JSON.stringify(released.anyOf) !== JSON.stringify(current.anyOf ?? released.anyOf))
    broken.push(`${where}: the alternatives have changed`);
  if (released.items) broken.push(...incompatibilities(released.items, current.items, `${at}/items`));
  if (released.enum) {
    const known = released.enum;
    const added = current.enum ? current.enum.filter((value) => !known.includes(value)) : ['anything'];
    if (added.length > 0)
      broken.push(`${where}: may now be ${added.join(', ')}, which subscribers do not know`);
  }
  if (released.minimum !== undefined && (current.minimum ?? -Infinity) < released.minimum)
    broken.push(`${where}: may now be below ${released.minimum}`);
  for (const name of released.required ?? [])
    if (!current.required?.includes(name)) broken.push(`${at}/${name} is no longer always present`);
  for (const [name, property] of Object.entries(released.properties ?? {}))
    broken.push(...incompatibilities(property, current.properties?.[name], `${at}/${name}`));
  return broken;
}
