import fc from 'fast-check';
import { DomainError, foldName, parseEmail, parseGroupName } from '#libs/domain';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { importRows } from '../../support/api/imports.js';
import { created, createTeam } from '../../support/api/people.js';
import { createProvisioning, GROUP_SCHEMA, USER_SCHEMA } from '../../support/api/scim.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** What a rule says of a text: the value, or the refusal. */
function judge(parse: (text: string) => string, text: string): { value: string } | { refusal: string } {
  try {
    return { value: parse(text) };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error.message };
    throw error;
  }
}

async function importErrors(path: string, kind: 'users' | 'service-groups', lines: readonly object[]) {
  const rows = lines.map((line) => JSON.stringify(line)).join('\n');
  const { errors } = await importRows(api, { path, kind, rows, type: 'application/x-ndjson' });
  return new Map(errors.map(({ line, detail }) => [line, detail]));
}

/** Texts that JSON can carry everywhere: half a pair and NUL are refused with the body, before any field. */
const carried = (text: string) => text !== '' && !/[\p{Cs}\0]/u.test(text);
const oddCharacter = fc.constantFrom(
  ...'\u200b\u200d\u200c\u2060\u00ad\u3164\u2800\u202e\u2066\ufe0f\ue000\u0378\u0301 @.-:'.split(''),
  '👩\u200d💻',
  '❤\ufe0f',
  '\u{e0041}',
);
const someText = (word: fc.Arbitrary<string>) =>
  fc.array(fc.oneof(word, oddCharacter), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));

describe('a name', () => {
  test('is held to one rule by HTTP, SCIM and imports', async () => {
    const texts = fc
      .sample(someText(fc.constantFrom('prod', 'Ελένη', 'می', 'क्')), { numRuns: 25, seed: 22 })
      .concat(
        'a'.repeat(256),
        'a'.repeat(257),
        '😀'.repeat(200),
        '😀'.repeat(201),
        `a${'\u0301'.repeat(450)}`,
      )
      .filter(carried);
    const seen = new Set<string>();
    const judged = texts
      .map((text) => ({ text, verdict: judge(parseGroupName, text) }))
      .filter(({ text, verdict }) => {
        const key = 'value' in verdict ? foldName(verdict.value) : text.trim();
        return !seen.has(key) && Boolean(seen.add(key));
      });
    expect(judged.filter(({ verdict }) => 'value' in verdict).length).toBeGreaterThan(4);
    expect(judged.filter(({ verdict }) => 'refusal' in verdict).length).toBeGreaterThan(8);
    const [http, rows, provisioning] = [
      await createTeam(api),
      await createTeam(api),
      await createProvisioning(api),
    ];
    for (const { text, verdict } of judged) {
      const byHttp = await api.operator('POST', `${http.path}/service-groups`, { name: text });
      const byScim = await provisioning.scim('POST', '/Groups', {
        schemas: [GROUP_SCHEMA],
        displayName: text,
      });
      if ('value' in verdict) {
        expect(byHttp).toMatchObject({ status: 201, body: { name: verdict.value } });
        expect(byScim).toMatchObject({ status: 201, body: { displayName: verdict.value } });
      } else {
        const errors = [{ code: 'invalid_name', detail: verdict.refusal, pointer: '/name' }];
        expect(byHttp).toMatchObject({ status: 400, body: { code: 'invalid_name', errors } });
        expect(byScim).toMatchObject({
          status: 400,
          body: { scimType: 'invalidValue', detail: verdict.refusal },
        });
      }
    }
    const errors = await importErrors(
      rows.path,
      'service-groups',
      judged.map(({ text }) => ({ name: text })),
    );
    for (const [index, { verdict }] of judged.entries())
      expect(errors.get(index + 1)).toBe('refusal' in verdict ? verdict.refusal : undefined);
  });

  test('is taken by one that differs from it in nothing that can be seen', async () => {
    const team = await createTeam(api);
    const name = async (text: string) => api.operator('POST', `${team.path}/service-groups`, { name: text });
    const heart = created<{ id: string }>(await name('We ❤\ufe0f you'));
    expect(await name('we ❤ you')).toMatchObject({ status: 409, body: { code: 'service_group_name_taken' } });
    expect(await name('pr\u200bod')).toMatchObject({ status: 400, body: { code: 'invalid_name' } });
    const found = await api.operator(
      'GET',
      `${team.path}/service-groups?namePrefix=${encodeURIComponent('WE ❤')}`,
    );
    expect(found.body).toMatchObject({ data: [{ id: heart.id }] });
    await api.operator('PATCH', `${team.path}/service-groups/${heart.id}`, { name: 'We ❤ you' });
    created(await name('We ❤\ufe0f me'));
    await api.operator('PATCH', `${team.path}/service-groups/${heart.id}`, { name: 'Else' });
    created(await name('We ❤\ufe0f you'));
  });
});

describe('an email', () => {
  test('is held to one rule by HTTP, invitations, SCIM and imports', async () => {
    const odd = [
      'a@b..co',
      'a@-b.co',
      'mailto:a@b.co',
      `a@${'b'.repeat(64)}.co`,
      'a\u200b@b.co',
      'a@b.c\u202eo',
    ];
    const texts = fc
      .sample(fc.tuple(someText(fc.constantFrom('ada', 'ü')), someText(fc.constantFrom('x.example', 'b'))), {
        numRuns: 15,
        seed: 22,
      })
      .map(([local, domain], index) => `${index}${local}@${domain}`)
      .concat(odd, 'jürgen@bücher.example', "o'neill+x@sub.example.com")
      .filter(carried);
    const [http, rows, provisioning] = [
      await createTeam(api),
      await createTeam(api),
      await createProvisioning(api),
    ];
    for (const text of texts) {
      const verdict = judge(parseEmail, text);
      const byHttp = await api.operator('POST', `${http.path}/users`, { name: 'A', email: text });
      const byScim = await provisioning.scim('POST', '/Users', {
        schemas: [USER_SCHEMA],
        userName: text,
        displayName: 'A',
      });
      const invited = await api.operator('POST', `${http.path}/invitations`, {
        name: 'A',
        email: `i${text}`,
      });
      if ('value' in verdict) {
        expect(byHttp).toMatchObject({ status: 201, body: { email: verdict.value } });
        expect(byScim).toMatchObject({ status: 201, body: { userName: verdict.value } });
        expect(invited.status).toBe(201);
      } else {
        expect(byHttp).toMatchObject({
          status: 400,
          body: { code: 'invalid_email', detail: verdict.refusal },
        });
        expect(byScim).toMatchObject({ status: 400, body: { detail: verdict.refusal } });
        expect(invited.body).toMatchObject({ code: 'invalid_email' });
      }
    }
    const errors = await importErrors(
      rows.path,
      'users',
      texts.map((text) => ({ name: 'A', email: text })),
    );
    for (const [index, text] of texts.entries()) {
      const verdict = judge(parseEmail, text);
      expect(errors.get(index + 1)).toBe('refusal' in verdict ? verdict.refusal : undefined);
    }
  });
});
