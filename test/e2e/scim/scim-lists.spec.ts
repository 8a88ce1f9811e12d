import { costOf, startApi, type RunningApi } from '../../support/api/api.js';
import {
  createProvisioning,
  expectScimError,
  filtered,
  scimGroup,
  scimUser,
  type Provisioning,
} from '../../support/api/scim.js';
import { testOfCalls } from '../../support/engines/engine.js';

let api: RunningApi;
let tenant: Provisioning;
const newTenant = async () => {
  tenant = await createProvisioning(api);
};
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('a filter', () => {
  async function found(filter: string, resource = 'Users'): Promise<string[]> {
    const { status, body } = await tenant.scim('GET', filtered(resource, filter));
    expect({ filter, status, body }).toMatchObject({ status: 200 });
    return body.Resources.map(
      (each: Record<string, string>) => each['userName'] ?? each['displayName'],
    ).sort();
  }

  beforeAll(async () => {
    await newTenant();
    await scimUser(tenant, 'ann@one.example', { externalId: 'A', title: 'Boss' });
    await scimUser(tenant, 'anna@one.example', { externalId: 'B', active: false });
    await scimUser(tenant, 'bob@one.example', { roles: [{ value: 'admin' }] });
  });

  test.each([
    ['userName eq "ANN@one.example"', ['ann@one.example']],
    ['userName sw "ann"', ['ann@one.example', 'anna@one.example']],
    ['userName sw "ann" and active eq true', ['ann@one.example']],
    ['userName sw "ann" and not (active eq true)', ['anna@one.example']],
    ['externalId eq "A" or userName eq "bob@one.example"', ['ann@one.example', 'bob@one.example']],
    ['externalId eq "A" and not (title co "boss" or title co "chief")', []],
    [
      'externalId eq "A" and title co "OSS" and emails[type eq "work" and value ew ".example"]',
      ['ann@one.example'],
    ],
    ['externalId eq "A" and title pr and nickName pr', []],
    ['active eq false', ['anna@one.example']],
    ['active eq "False"', ['anna@one.example']],
    ['active ne true', ['anna@one.example']],
    ['roles eq "admin" and userName sw "b"', ['bob@one.example']],
    ['roles.value eq "admin" and userName sw "b"', ['bob@one.example']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ann@one.example"', ['ann@one.example']],
    ['userName eq "\\u0061nn@one.example" and nickName ne "a\\\\b (c)"', ['ann@one.example']],
    ['id eq "nobody"', []],
    [`userName eq "${'x'.repeat(1_000)}"`, []],
    [`externalId eq "${'x'.repeat(1_000)}"`, []],
  ])('%s finds %j', async (filter, names) => {
    expect(await found(filter)).toEqual(names);
  });

  test.each([
    'displayName eq "Ada"',
    'userName co "ann"',
    'userName ew "example"',
    'emails.value eq "ann@one.example"',
    'externalId pr',
    'not (userName eq "ann@one.example")',
    'userName eq "ann@one.example" or title eq "Boss"',
    'meta.lastModified gt "2026-01-01T00:00:00Z"',
    'userName sw "a" and userName sw "b"',
    'nothing eq "x"',
    'userName eq',
    String.raw`userName eq "\ud800"`,
    String.raw`externalId eq "a\udc00b"`,
    'userName eq "x" and',
    '((((((((((((((((((((((userName eq "x"))))))))))))))))))))))',
    '',
    Array.from({ length: 26 }, (_, n) => `externalId eq "${n}"`).join(' or '),
  ])('%s is refused, and says what can be asked', async (filter) => {
    expectScimError(await tenant.scim('GET', filtered('Users', filter)), 400, 'invalidFilter');
  });

  test('finds groups by name, by member, and by both', async () => {
    const { id } = await scimUser(tenant, 'cyd@one.example');
    const inside = await scimGroup(tenant, 'prod-eu', { members: [{ value: id }], externalId: 'G' });
    await scimGroup(tenant, 'prod-us');
    expect(await found('displayName sw "PROD"', 'Groups')).toEqual(['prod-eu', 'prod-us']);
    expect(await found('displayName eq "PROD-us"', 'Groups')).toEqual(['prod-us']);
    expect(await found(`members.value eq "${id}"`, 'Groups')).toEqual(['prod-eu']);
    expect(
      await found(`members[value eq "${id}"] and id eq "${inside.id}"`, 'Groups').catch(() => 'refused'),
    ).toBe('refused');
    expect(await found(`externalId eq "G" and members eq "${id}"`, 'Groups')).toEqual(['prod-eu']);
    expect(await found(`displayName eq "prod-us" and not (members eq "${id}")`, 'Groups')).toEqual([
      'prod-us',
    ]);
    expect(await found('members eq "nobody"', 'Groups')).toEqual([]);
    for (const refused of [
      'members pr',
      'displayName co "prod"',
      'displayName pr and members.display co "x"',
    ])
      expectScimError(await tenant.scim('GET', filtered('Groups', refused)), 400, 'invalidFilter');
  });

  testOfCalls()('costs the same however many users there are', async () => {
    await newTenant();
    await scimUser(tenant, 'ann@one.example');
    const query = filtered('Users', 'userName eq "ann@one.example"');
    const before = costOf(await tenant.scim('GET', query));
    for (let n = 0; n < 30; n += 1) await scimUser(tenant, `ann-${n}@one.example`);
    expect(costOf(await tenant.scim('GET', query)).reads).toBe(before.reads);
  });
});

describe('a list', () => {
  beforeEach(newTenant);

  async function names(query: string): Promise<string[]> {
    const { body } = await tenant.scim('GET', `/Users?attributes=userName&${query}`);
    return body.Resources.map(({ userName }: { userName: string }) => userName.split('@')[0]);
  }

  test('is paged by cursor, to its end, with nothing twice', async () => {
    for (const name of ['d', 'b', 'e', 'a', 'c']) await scimUser(tenant, `${name}@page.example`);
    for (const filter of ['', `&filter=${encodeURIComponent('active eq true')}`]) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const { body } = await tenant.scim('GET', `/Users?count=3&cursor=${cursor}${filter}`);
        expect(body.itemsPerPage).toBe(body.Resources.length);
        expect(body).not.toHaveProperty('startIndex');
        seen.push(...body.Resources.map(({ id }: { id: string }) => id));
        cursor = (body.nextCursor as string | undefined) ?? '';
        expect(cursor).toMatch(/^[\w.~-]*$/);
      } while (cursor !== '');
      expect(new Set(seen).size).toBe(8);
      expect(seen).toHaveLength(8);
    }
  });

  test('of what was looked up has pages too', async () => {
    for (const name of ['a', 'b', 'c']) await scimUser(tenant, `${name}@page.example`, { externalId: name });
    const filter = encodeURIComponent('externalId eq "a" or externalId eq "b" or externalId eq "c"');
    const first = (await tenant.scim('GET', `/Users?filter=${filter}&count=2&cursor`)).body;
    expect(first).toMatchObject({ totalResults: 3, itemsPerPage: 2 });
    const second = (await tenant.scim('GET', `/Users?filter=${filter}&count=2&cursor=${first.nextCursor}`))
      .body;
    expect(second).toMatchObject({ totalResults: 3, itemsPerPage: 1 });
    expect(second).not.toHaveProperty('nextCursor');
  });

  test('is sorted where the table has an order', async () => {
    for (const name of ['b', 'c', 'a']) await scimUser(tenant, `${name}@sort.example`);
    const filter = encodeURIComponent('userName sw ""');
    expect((await names('sortBy=userName')).slice(0, 3)).toEqual(['a', 'b', 'c']);
    expect((await names(`sortBy=userName&sortOrder=descending&filter=${filter}`)).slice(-3)).toEqual([
      'c',
      'b',
      'a',
    ]);
    expect((await names('sortBy=meta.created')).slice(-3)).toEqual(['b', 'c', 'a']);
    expect((await names('sortBy=id&sortOrder=descending')).slice(0, 3)).toEqual(['a', 'c', 'b']);
    expectScimError(await tenant.scim('GET', '/Users?sortBy=title'), 400, 'invalidValue');
    expectScimError(await tenant.scim('GET', '/Users?sortOrder=up'), 400, 'invalidValue');
  });

  test('of no things tells how many there are', async () => {
    const { body } = await tenant.scim('GET', '/Users?count=0');
    expect(body).toMatchObject({ totalResults: 3, itemsPerPage: 0, Resources: [] });
  });
});

describe('a list that is asked for wrongly', () => {
  beforeAll(newTenant);

  test.each([
    ['cursor=nonsense', 'invalidCursor'],
    ['cursor&count=0', 'invalidCount'],
    ['count=many', 'invalidCount'],
    ['startIndex=one', 'invalidCount'],
    ['startIndex=1&cursor', 'invalidValue'],
  ])('with %s is refused', async (query, scimType) => {
    expectScimError(await tenant.scim('GET', `/Users?${query}`), 400, scimType);
  });

  test('ignores parameters that are not SCIM’s own, as identity providers send some', async () => {
    expect((await tenant.scim('GET', '/Users?aadOptscim062020')).status).toBe(200);
  });
});
