import { queryOptions } from '@tanstack/react-query';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  examples?: unknown[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: Parameter[];
  body?: { type: string } & Content;
  responses: { status: string; description: string; content?: { type: string } & Content }[];
}

interface RawOperation {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, RawResponse | (RawResponse & Reference)>;
}

interface RawResponse {
  description?: string;
  content?: Record<string, Content>;
}

/** To what several routes have. What stands beside it goes before. */
interface Reference {
  $ref: string;
}

export interface ApiDocument {
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, RawOperation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, RawResponse>;
  };
}

export const documentQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }) => {
    const answer = await fetch('/openapi.json', { signal });
    if (!answer.ok) throw new Error(`The reference could not be read (${answer.status}).`);
    return (await answer.json()) as ApiDocument;
  },
  staleTime: Infinity,
});

function firstContent(
  content: Record<string, Content> | undefined,
): ({ type: string } & Content) | undefined {
  const [first] = Object.entries(content ?? {});
  return first && { type: first[0], ...first[1] };
}

/** All routes, in the order of the document. */
export function operationsOf({
  paths,
  components: { parameters, responses, schemas },
}: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, raw]) => {
      const body = firstContent(raw.requestBody?.content);
      return {
        id: raw.operationId,
        method: method.toUpperCase(),
        path,
        tags: raw.tags ?? [],
        summary: raw.summary ?? '',
        description: raw.description ?? '',
        parameters: (raw.parameters ?? []).map((each) => resolved(each, parameters)),
        ...(body && { body }),
        responses: Object.entries(raw.responses).map(([status, response]) => {
          const { description = '', content } = resolved(response, responses);
          const first = withExample(firstContent(content), schemas);
          return { status, description, ...(first && { content: first }) };
        }),
      };
    }),
  );
}

function resolved<Part extends object>(part: Part | Reference, shared: Record<string, Part>): Part {
  if (!('$ref' in part)) return part;
  const { $ref, ...own } = part;
  return { ...(shared[nameOf($ref)] as Part), ...own };
}

/** Its schema's, if it has none of its own. */
function withExample<Shown extends Content>(
  content: Shown | undefined,
  schemas: Record<string, Schema>,
): Shown | undefined {
  if (content === undefined || content.example !== undefined || content.examples) return content;
  const { schema } = content;
  const { $ref = '' } = (schema?.anyOf ?? schema?.oneOf)?.[0] ?? schema ?? {};
  return { ...content, example: schemas[nameOf($ref)]?.examples?.[0] };
}

/** An example, formatted as it would be sent. */
export function exampleOf(content: Content): string | undefined {
  const value = content.example ?? Object.values(content.examples ?? {})[0]?.value;
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** "string, one of active, suspended": what a value may be, in a few words. */
export function typeText(schema: Schema | undefined): string {
  if (!schema) return '';
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.enum) return schema.enum.map(String).join(' | ');
  const several = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (several) return several.map(typeText).join(' | ');
  const type = [schema.type ?? 'object'].flat().join(' | ');
  return schema.items ? `${typeText(schema.items)}[]` : schema.format ? `${type} (${schema.format})` : type;
}

export const nameOf = (reference: string) => reference.split('/').at(-1) ?? '';
