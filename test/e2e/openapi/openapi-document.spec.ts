import { Validator } from '@seriousme/openapi-schema-validator';
import { readFileSync } from 'node:fs';
import {
  expectValid,
  openApiDocument,
  printedDocument,
  type OpenApiDocument,
  type OpenApiOperation,
} from '../../support/contract.js';

const document = openApiDocument();
const printed = JSON.parse(readFileSync(printedDocument(), 'utf8')) as OpenApiDocument;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]): [string, OpenApiOperation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);

interface Referring {
  $ref?: string;
  anyOf?: Referring[];
  oneOf?: Referring[];
}

/** Of the schema that is referred to. */
function exampleOf(schema: Referring): unknown {
  const { $ref } = (schema.anyOf ?? schema.oneOf)?.[0] ?? schema;
  const named: { examples?: unknown[] } | undefined =
    document.components.schemas[$ref?.split('/').at(-1) ?? ''];
  return named?.examples?.[0];
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0');
    expect(await new Validator().validate({ ...structuredClone(document) })).toMatchObject({ valid: true });
  });

  test('states what many routes share once: generators get a type for each, and no code of megabytes', () => {
    expect(JSON.stringify(printed).length).toBeLessThanOrEqual(770_000);
    const { schemas, responses } = printed.components;
    expect(Object.keys(schemas).filter((name) => /Dto/.test(name))).toEqual([]);
    expect(schemas['Problem']).toMatchObject({
      properties: { code: { $ref: '#/components/schemas/ProblemCode' }, status: { type: 'integer' } },
    });
    expect(Object.keys(responses).length).toBeLessThan(40);
    for (const operation of Object.values(printed.paths).flatMap((item) => Object.values(item)))
      for (const [status, response] of Object.entries(operation.responses))
        if (Number(status) >= 400)
          expect(response).toMatchObject({ $ref: expect.stringMatching(/^#\/components\/responses\/\w+$/) });
  });

  test('has one type for what is called alike, and the resource as the type of a write that creates it', () => {
    const { components } = printed as unknown as { components: Record<string, object> };
    // One generator has a namespace for all kinds of components, whatever their case.
    const names = ['schemas', 'parameters'].flatMap((kind) => Object.keys(components[kind] ?? {}));
    const types = names.map((name) => name.toLowerCase().replaceAll(/\W/g, ''));
    expect(new Set(types).size).toBe(types.length);
    // Another generator has one type for the answer: that of the lowest status.
    for (const [name, { responses }] of operations) {
      const [lowest, ...others] = Object.keys(responses).filter((status) => status.startsWith('2'));
      const isDryRun = JSON.stringify(responses[lowest ?? '']?.content ?? {}).includes('schemas/DryRun"}}');
      expect({ name, isDryRun: isDryRun && others.length > 0 }).toEqual({ name, isDryRun: false });
    }
  });

  test('lets answers have fields that are added later, and requests only those that it names', () => {
    const isClosed = (name: string) =>
      (document.components.schemas[name] as { additionalProperties?: boolean }).additionalProperties ===
      false;
    expect(['User', 'UserList', 'Decision', 'DryRun', 'Problem'].filter(isClosed)).toEqual([]);
    const requests = ['CreateUser', 'ChangeAccount', 'Limits', 'MembershipTerms', 'EvaluationRequest'];
    expect(requests.filter(isClosed)).toEqual(requests);
  });

  test('names every operation once', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(25);
  });

  test('has an example for every schema, and each is what its schema says', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (['Problem', 'ProblemCode'].includes(name) || name.endsWith('Part')) continue;
      const { examples } = schema as { examples?: unknown[] };
      expect({ name, examples: examples?.length }).toEqual({ name, examples: 1 });
      expectValid(schema, examples?.[0], name);
    }
  });

  test('says of every operation what it does, who may use it, and how it can end', () => {
    for (const [name, operation] of operations) {
      expect({ name, summary: operation.summary }).toEqual({
        name,
        summary: expect.stringMatching(/\w.*[.?]$/),
      });
      expect({ name, tags: operation.tags?.length }).toEqual({ name, tags: 1 });
      const statuses = Object.keys(operation.responses);
      expect(statuses).toEqual(expect.arrayContaining(['400', '500', '503']));
      const open = operation.security?.length === 0;
      expect({ name, refused: statuses.includes('401') && statuses.includes('403') }).toEqual({
        name,
        refused: !open,
      });
    }
  });

  test('has an example for every request, answer and problem', () => {
    for (const [name, { requestBody, responses, parameters }] of operations) {
      for (const { schema, example } of Object.values(requestBody?.content ?? {}))
        expectValid(schema, example, `the request of ${name}`);
      for (const parameter of parameters.filter(({ in: place }) => place === 'path'))
        expectValid(parameter.schema, parameter.example, `${parameter.name} of ${name}`);
      for (const [status, { content = {} }] of Object.entries(responses))
        for (const { schema, example } of Object.values(content))
          expectValid(schema, example ?? exampleOf(schema), `${status} of ${name}`);
    }
  });
});
