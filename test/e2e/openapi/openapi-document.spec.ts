import { Validator } from '@seriousme/openapi-schema-validator';
import { expectValid, openApiDocument, type OpenApiOperation } from '../../support/contract.js';

const document = openApiDocument();
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]): [string, OpenApiOperation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);

const valuesOf = (examples: object) => Object.values(examples).map(({ value }: { value: unknown }) => value);

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0');
    expect(await new Validator().validate({ ...structuredClone(document) })).toMatchObject({ valid: true });
  });

  test('names every operation once', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(25);
  });

  test('has an example for every schema, and each is what its schema says', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (name === 'Problem' || name === 'DryRun') continue;
      const { examples } = schema as { examples?: unknown[] };
      expect({ name, examples: examples?.length }).toEqual({ name, examples: 1 });
      expectValid(schema, examples?.[0], name);
    }
    for (const [name, { value }] of Object.entries(document.components.examples))
      expectValid({ $ref: '#/components/schemas/Problem' }, value, name);
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
        for (const { schema, example, examples } of Object.values(content)) {
          if (Number(status) < 400)
            for (const shown of examples ? valuesOf(examples) : [example])
              expectValid(schema, shown, `${status} of ${name}`);
          else expect(Object.keys(examples ?? {}).length).toBeGreaterThan(0);
        }
    }
  });
});
