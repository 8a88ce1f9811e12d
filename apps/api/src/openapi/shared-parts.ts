import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation, Parameter, Response, Schema } from './schema/types.js';

type Header = NonNullable<Response['headers']>[string];

/**
 * States once, as components, the parameters and headers that several routes have, and leaves out examples that their schema has: the
 * document is a fifth of the size, and a program generated from it has one type for each. Schemas lose the suffix of their classes.
 */
export function shareParts(document: OpenAPIObject): OpenAPIObject {
  const operations = Object.values(document.paths).flatMap((item) =>
    Object.values(item as Record<string, Operation>),
  );
  const parameters = new SharedParts<Parameter>('parameters');
  const headers = new SharedParts<Header>('headers');
  const schemas = document.components?.schemas as Record<string, Schema>;
  for (const { parameters: own = [] } of operations)
    for (const each of own) parameters.count(nameOf(each), each);
  for (const response of operations.flatMap(({ responses }) => Object.values(responses)))
    for (const [name, header] of Object.entries(response.headers ?? {})) headers.count(name, header);
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map((each) => parameters.refer(nameOf(each), each)) ?? [];
    for (const response of Object.values(operation.responses)) {
      for (const [name, header] of Object.entries(response.headers ?? {}))
        (response.headers ??= {})[name] = headers.refer(name, header);
      for (const media of Object.values(response.content ?? {}))
        if (isExampleOf(schemas, media.schema, media.example)) delete media.example;
    }
  }
  const shared = { parameters: parameters.components(), headers: headers.components() };
  Object.assign(document.components ?? {}, shared);
  return withoutSuffix(document);
}

/**
 * Fields are added to answers within a version, and a client generated from an older document must not refuse them. What is unknown in a
 * request is refused.
 */
export function openAnswers({ paths, components }: OpenAPIObject): void {
  const schemas = components?.schemas as Record<string, Schema>;
  const bodies = Object.values(paths).map((item) =>
    Object.values(item as Record<string, Operation>).map(({ requestBody }) => requestBody),
  );
  const requested = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, name = ''] of (JSON.stringify(part) ?? '').matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!requested.has(name)) {
        requested.add(name);
        follow(schemas[name]);
      }
  };
  follow(bodies);
  for (const [name, schema] of Object.entries(schemas))
    if (!requested.has(name)) schemas[name] = opened(schema);
}

function opened<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(opened) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const isClosed =
    'properties' in part && 'additionalProperties' in part && part.additionalProperties === false;
  const entries = Object.entries(part).filter(([name]) => !(isClosed && name === 'additionalProperties'));
  return Object.fromEntries(entries.map(([name, each]) => [name, opened(each as unknown)])) as Part;
}

/** Parts of one kind by what they are called: the most frequent of a name is shared under it. */
class SharedParts<Part extends object> {
  private readonly counts = new Map<string, Map<string, number>>();

  constructor(private readonly kind: 'parameters' | 'headers') {}

  count(name: string, part: Part): void {
    const variants = this.counts.get(name) ?? new Map<string, number>();
    const text = JSON.stringify(part);
    this.counts.set(name, variants.set(text, (variants.get(text) ?? 0) + 1));
  }

  refer(name: string, part: Part): Part {
    if (this.shared(name) !== JSON.stringify(part)) return part;
    return { $ref: `#/components/${this.kind}/${name}` } as unknown as Part;
  }

  components(): Record<string, Part> {
    const names = [...this.counts.keys()].toSorted();
    const shared = names.map((name) => [name, this.shared(name)] as const);
    return Object.fromEntries(
      shared.flatMap(([name, text]) => (text === undefined ? [] : [[name, JSON.parse(text) as Part]])),
    );
  }

  private shared(name: string): string | undefined {
    const [most] = [...(this.counts.get(name) ?? [])].toSorted(([, a], [, b]) => b - a);
    return most && most[1] > 1 ? most[0] : undefined;
  }
}

/** A query parameter may have the name of a header, or of a schema: some generators have one type for each name. */
function nameOf({ name, in: place }: Parameter): string {
  return `${name}.${place}`;
}

function isExampleOf(schemas: Record<string, Schema>, schema: Schema, example: unknown): boolean {
  const { $ref } = (schema.anyOf ?? schema.oneOf)?.[0] ?? schema;
  const [own] = schemas[$ref?.split('/').at(-1) ?? '']?.examples ?? [];
  return own !== undefined && JSON.stringify(own) === JSON.stringify(example);
}

function withoutSuffix(document: OpenAPIObject): OpenAPIObject {
  const text = JSON.stringify(document);
  const { schemas } = document.components ?? {};
  const renamed = JSON.parse(
    text.replaceAll(/"#\/components\/schemas\/(\w+)Dto"/g, '"#/components/schemas/$1"'),
  ) as OpenAPIObject;
  const entries = Object.entries(renamed.components?.schemas ?? {});
  const named = entries.map(([name, schema]) => [name.replace(/Dto$/, ''), schema] as const);
  if (new Set(named.map(([name]) => name)).size < Object.keys(schemas ?? {}).length)
    throw new Error('Two schemas would have one name.');
  return { ...renamed, components: { ...renamed.components, schemas: Object.fromEntries(named) } };
}
