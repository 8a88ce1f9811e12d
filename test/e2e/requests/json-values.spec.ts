import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { importRows, type RowsType } from '../../support/api/imports.js';
import { createTeam } from '../../support/api/people.js';
import { createProvisioning, USER_SCHEMA, type Provisioning } from '../../support/api/scim.js';
import { createTenancy, filled } from '../../support/api/tenant-matrix.js';
import { openApiDocument } from '../../support/contract.js';

/** The rules for JSON of docs/input.md, wherever the API reads any: in bodies, in SCIM, and in the rows of an import. */

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
let provisioning: Provisioning;
let operator: string;
let ids: Record<string, string>;
let serial = 0;
beforeAll(async () => {
  api = await startApi();
  operator = await api.issuer.signOperatorToken();
  team = await createTeam(api);
  provisioning = await createProvisioning(api);
  ({ ids } = await createTenancy(api, api.app.get(DynamoDBClient)));
});
afterAll(() => api.close());

interface Sent {
  status: number;
  body: Record<string, unknown>;
}

/** Sends a body as it is written. */
async function send(path: string, type: string, body: string): Promise<Sent> {
  const headers = { authorization: `Bearer ${operator}`, 'content-type': type };
  const answer = await fetch(`${api.url}${path}`, { method: 'POST', headers, body });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const sendGroup = (metadata: string) =>
  send(
    `${team.path}/service-groups`,
    'application/json',
    `{"name":"group ${(serial += 1)}","metadata":${metadata}}`,
  );
const sendScim = (more: string) =>
  send(
    `/scim/v2/${team.account.id}/Users`,
    'application/scim+json',
    `{"schemas":["${USER_SCHEMA}"],"userName":"u${(serial += 1)}@x.example",${more}}`,
  );

/** What becomes of each row of an import: the code of its error, or undefined. */
async function codesOf(type: RowsType, lines: readonly string[]): Promise<(string | undefined)[]> {
  const { errors } = await importRows(api, { path: team.path, kind: 'users', rows: lines.join('\n'), type });
  const codes = new Map(errors.map(({ line, code }) => [line, code]));
  return lines.map((_, index) => codes.get(index + 1));
}
const NDJSON = 'application/x-ndjson';

const digits = fc.stringMatching(/^(0|[1-9][0-9]{0,17})$/);
const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(digits, fc.constantFrom('9007199254740991', '9007199254740992', '9007199254740993')),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,20}$/), fc.constant(`.${'0'.repeat(340)}1`)),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant('') },
      {
        weight: 2,
        arbitrary: fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), fc.nat(400)).map((e) => e.join('')),
      },
    ),
  )
  .map((parts) => parts.join(''));

/** By the rule as documented: of the number as a double, and of 0 only where 0 is written. */
function mayBeSent(text: string): boolean {
  const size = Math.abs(Number(text));
  const isZero = !/[1-9]/.test(text.split(/e/i)[0] as string);
  return isZero || (size >= 1e-130 && size <= Number.MAX_SAFE_INTEGER);
}

describe('a number', () => {
  test.each([
    ['9007199254740991', true],
    ['9007199254740992', false],
    ['-9007199254740993', false],
    ['1e-130', true],
    ['1e-131', false],
    ['1e-400', false],
    ['1e400', false],
    ['0e-400', true],
  ])('%s: %s, by the rule of this spec itself', (text, expected) => {
    expect(mayBeSent(text)).toBe(expected);
  });

  test('is stored as it was sent, or refused with its place', async () => {
    const outcomes = { taken: 0, refused: 0 };
    const property = fc.asyncProperty(numberText, fc.constantFrom('n', 'a/b', '~'), async (text, key) => {
      const { status, body } = await sendGroup(`{${JSON.stringify(key)}:[${text}]}`);
      if (mayBeSent(text)) {
        expect({ text, status }).toEqual({ text, status: 201 });
        // Minus zero is zero.
        expect(body['metadata']).toEqual({ [key]: [Number(text) + 0] });
        outcomes.taken += 1;
        return;
      }
      const pointer = `/metadata/${key.replace('~', '~0').replace('/', '~1')}/0`;
      expect({ text, status, body }).toMatchObject({
        status: 400,
        body: { code: 'invalid_number', errors: [{ code: 'invalid_number', pointer }] },
      });
      outcomes.refused += 1;
    });
    await fc.assert(property, { numRuns: 150 });
    expect(Math.min(outcomes.taken, outcomes.refused)).toBeGreaterThan(10);
  });

  test('is held to the same rule in SCIM, and is no value of an import', async () => {
    await fc.assert(
      fc.asyncProperty(numberText, async (text) => {
        const { status, body } = await sendScim(`"unknown":${text}`);
        if (mayBeSent(text)) expect({ text, status }).toEqual({ text, status: 201 });
        else expect(body).toMatchObject({ status: '400', scimType: 'invalidValue' });
      }),
      { numRuns: 40 },
    );
    const rows = fc
      .sample(numberText, { numRuns: 40 })
      .map((text) => `{"email":"n${(serial += 1)}@x.example","name":"A","externalId":${text}}`);
    expect(new Set(await codesOf(NDJSON, rows))).toEqual(new Set(['invalid_row']));
  });
});

/** So many levels of lists and objects, mixed. */
const nested = (levels: number, kinds: readonly boolean[]): string =>
  Array.from({ length: levels }, (_, level) => level).reduceRight(
    (inner, level) => (kinds[level % kinds.length] ? `[${inner}]` : `{"a":${inner}}`),
    '1',
  );
const kinds = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 });

describe('nesting', () => {
  test('is taken to 16 levels, the body itself and its metadata included, and not beyond', async () => {
    const levels = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(14, 15, 1_000, 10_000));
    await fc.assert(
      fc.asyncProperty(levels, kinds, async (depth, mix) => {
        const { status, body } = await sendGroup(`{"in":${nested(depth, mix)}}`);
        if (depth + 2 <= 16) expect({ depth, status }).toEqual({ depth, status: 201 });
        else expect({ depth, body }).toMatchObject({ depth, body: { status: 400, code: 'body_too_deep' } });
        const scim = await sendScim(`"unknown":${nested(depth, mix)}`);
        if (depth + 1 <= 16) expect(scim.status).toBe(201);
        else expect(scim.body).toMatchObject({ status: '400', scimType: 'invalidSyntax' });
      }),
      { numRuns: 40 },
    );
  });

  test('makes a row of an import unreadable, and no other row', async () => {
    const row = (value: string) => `{"email":"d${(serial += 1)}@x.example","name":"A","externalId":${value}}`;
    const depths = fc.sample(fc.tuple(fc.integer({ min: 1, max: 3_000 }), kinds), { numRuns: 20 });
    const rows = depths.flatMap(([depth, mix]) => [row(nested(depth, mix)), row(`"e${serial}"`)]);
    expect(await codesOf(NDJSON, rows)).toEqual(depths.flatMap(() => ['invalid_row', undefined]));
  });
});

describe('a key that is given twice', () => {
  const order = fc.shuffledSubarray(['"a":1', '"b":{"c":2}', '"d":["}"]'], { minLength: 1 });

  test('is refused in SCIM, whatever its letter case and wherever it is', async () => {
    const name = fc.constantFrom('displayName', 'title', 'nickName');
    const cased = fc.mixedCase(name, { toggleCase: (character) => swapCase(character) });
    await fc.assert(
      fc.asyncProperty(cased, order, async (key, others) => {
        const [known] = ['displayName', 'title', 'nickName'].filter(
          (each) => each.toLowerCase() === key.toLowerCase(),
        );
        const { body } = await sendScim([`"${known}":"x"`, ...others, `"${key}":"y"`].join(','));
        const scimType = key === known ? 'invalidSyntax' : 'invalidValue';
        expect({ key, body }).toMatchObject({ key, body: { status: '400', scimType } });
      }),
      { numRuns: 40 },
    );
  });

  test('makes a row of an import unreadable, even with the same value', async () => {
    const rows = fc
      .sample(fc.tuple(fc.constantFrom('email', 'name', 'role'), fc.boolean()), { numRuns: 30 })
      .map(([key, last]) => {
        const values = { email: `t${(serial += 1)}@x.example`, name: 'A', role: 'member' };
        const members = Object.entries(values).map(([each, value]) => `"${each}":"${value}"`);
        const again = `"${key}" : "${values[key as 'email']}"`;
        return `{${(last ? [...members, again] : [again, ...members]).join(',')}}`;
      });
    expect(new Set(await codesOf(NDJSON, rows))).toEqual(new Set(['invalid_row']));
  });
});

function swapCase(character: string): string {
  return character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();
}

describe('an empty string', () => {
  /** Every text of every JSON body of the document, but those of SCIM. */
  const texts = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const example = requestBody?.content['application/json']?.example;
      if (path.startsWith('/scim/') || typeof example !== 'object' || example === null) return [];
      const fields = Object.entries(example).filter(([, value]) => typeof value === 'string');
      return fields.map(([field]) => ({ name: `${method} ${path}: ${field}`, method, path, field, example }));
    }),
  );
  /**
   * Descriptions may be empty, an empty token is as unknown as any other, what is done to a session needs one first, and no operator
   * can ask for access.
   */
  const OTHERWISE = /: (description|token)$|\/v1\/session\/|\/see-as:|\/access-requests:/;

  test.each(texts.filter(({ name }) => !OTHERWISE.test(name)))(
    '$name refuses one, and names the field',
    async ({ method, path, field, example }) => {
      const body = { ...example, [field]: '' };
      const { status, body: problem } = await api.operator(method.toUpperCase(), filled(path, ids), body);
      expect({
        status,
        pointers: problem.errors?.map((error: { pointer: string }) => error.pointer),
      }).toEqual({
        status: 400,
        pointers: [`/${field}`],
      });
    },
  );

  const optional = fc.subarray(['displayName', 'title', 'nickName', 'externalId', 'locale'], {
    minLength: 1,
  });

  test('is an absent value in SCIM', async () => {
    await fc.assert(
      fc.asyncProperty(optional, async (fields) => {
        const userName = () => `s${(serial += 1)}@x.example`;
        const given = { schemas: [USER_SCHEMA], userType: 'x' };
        const empty = Object.fromEntries(fields.map((field) => [field, '']));
        const [one, other] = [
          await provisioning.scim('POST', '/Users', { ...given, ...empty, userName: userName() }),
          await provisioning.scim('POST', '/Users', { ...given, userName: userName() }),
        ];
        const shape = ({ status, body }: typeof one) => ({ status, fields: Object.keys(body).sort() });
        expect(shape(one)).toEqual(shape(other));
        expect(fields.filter((field) => one.body[field] === '')).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  test('is an absent value in the rows of an import, whatever their format', async () => {
    const blanks = fc.sample(fc.subarray(['role', 'externalId']), { numRuns: 12 });
    const rows = blanks.map((blank) => {
      const values = {
        email: `r${(serial += 1)}@x.example`,
        name: 'A',
        role: 'admin',
        externalId: `r${serial}`,
      };
      return { ...values, ...Object.fromEntries(blank.map((field) => [field, ''])) };
    });
    const half = rows.length / 2;
    const csv = rows
      .slice(half)
      .map(({ email, name, role, externalId }) => [email, name, role, externalId].join());
    const lines = rows.slice(0, half).map((row) => JSON.stringify(row));
    expect(await codesOf(NDJSON, lines)).toEqual(lines.map(() => undefined));
    expect(await codesOf('text/csv', ['email,name,role,externalId', ...csv])).toEqual(
      ['', ...csv].map(() => undefined),
    );
    for (const { email, role, externalId } of rows) {
      const { body } = await api.operator('GET', `${team.path}/users?email=${encodeURIComponent(email)}`);
      expect(body.data).toMatchObject([{ role: role || 'member', externalId: externalId || null }]);
    }
  });
});
