import { changesOf, shownIn, type Change, type Read, type Written } from './own-changes.js';

const A = '/v1/accounts/acct_A';
const positions = new Map([['user_U', 5]]);
const user = (version: number, name = 'Ada', status = 'active') => ({ id: 'user_U', name, status, version });

const write = (method: Written['method'], path: string, answer?: unknown, body?: unknown) =>
  changesOf({ method, path, body, answer, positions });

const shows = (read: Partial<Read> & { path: string }, changes: Change[]) =>
  shownIn({ query: {}, body: undefined, ...read }, changes, (id) => ({ id, name: id }));

describe('what was created', () => {
  const key = { id: 'akey_K', name: 'Nightly', hint: 'abcd', key: 'secret', version: 1 };
  const created = write('post', `${A}/api-keys`, key);
  const none = { data: [], nextCursor: null, total: { value: 0, exact: true } };

  test('is in its list and counted, without what is shown once', () => {
    expect(shows({ path: `${A}/api-keys`, body: none }, created)).toEqual({
      data: [{ id: 'akey_K', name: 'Nightly', hint: 'abcd', version: 1 }],
      nextCursor: null,
      total: { value: 1, exact: true },
    });
  });

  test.each<[string, string, Read['query']]>([
    ['in another list', `${A}/webhook-endpoints`, {}],
    ['on a later page', `${A}/api-keys`, { cursor: 'next' }],
    ['among others', `${A}/api-keys`, { name: 'Other' }],
    ['where it cannot be told', `${A}/api-keys`, { groupId: 'sgrp_G' }],
    ['in the past', `${A}/api-keys`, { asOf: '2026-01-01T00:00:00Z' }],
  ])('is not %s', (_, path, query) => {
    expect(shows({ path, query, body: none }, created)).toBe(none);
  });
});

describe('what was changed', () => {
  const suspended = write('post', `${A}/users/user_U/suspend`, user(5, 'Ada', 'suspended'));

  test('is so wherever it is, except where a later change is known', () => {
    const later = user(6, 'Ada B.');
    const body = { user: user(4), others: [later] };
    expect(shows({ path: `${A}/x`, body }, suspended)).toEqual({
      user: user(5, 'Ada', 'suspended'),
      others: [later],
    });
  });

  test('leaves a list of what it no longer is', () => {
    const body = { data: [user(4)], nextCursor: null };
    expect(shows({ path: `${A}/users`, query: { status: 'active' }, body }, suspended)).toEqual({
      data: [],
      nextCursor: null,
    });
  });
});

test('what was removed is in no list, until it is there again', () => {
  const removed = write('delete', `${A}/users/user_U`);
  const list = (version: number) => ({ data: [user(version)], nextCursor: null });
  expect(shows({ path: `${A}/users`, body: list(5) }, removed)).toEqual({ data: [], nextCursor: null });
  const again = list(6);
  expect(shows({ path: `${A}/users`, body: again }, removed)).toBe(again);
});

test('people of a team are in its list, as the answer has them, until they are removed', () => {
  const path = `${A}/teams/team_T/members`;
  const place = (more: object) => ({ id: 'team_T.user_U', userId: 'user_U', teamId: 'team_T', ...more });
  const body = { data: [], nextCursor: null };
  const added = write('put', `${path}/user_U`, place({}));
  expect(shows({ path, body }, added)).toEqual({ ...body, data: [place({})] });
  const changed = write('patch', `${path}/user_U`, place({ expiresAt: 'soon' }));
  expect(shows({ path, body: { ...body, data: [place({})] } }, changed)).toEqual({
    ...body,
    data: [place({ expiresAt: 'soon' })],
  });
  expect(shows({ path, body }, [...added, ...write('delete', `${path}/user_U`)])).toEqual(body);
});

describe('access', () => {
  const change = { userId: 'user_U', serviceGroupId: 'sgrp_G', action: 'add' };
  const given = write(
    'post',
    `${A}/memberships/batch`,
    {
      results: [
        { ...change, outcome: 'done' },
        { ...change, serviceGroupId: 'sgrp_R', outcome: 'refused' },
      ],
    },
    { changes: [change, { ...change, serviceGroupId: 'sgrp_R' }] },
  );
  const matrix = (version: number) => ({ rows: [{ user: user(version), cells: {} }] });
  const query = { groupIds: 'sgrp_G,sgrp_R' };

  test('that was given is in the cell, with the version of the person; what was refused is not', () => {
    const shown = shows({ path: `${A}/memberships/matrix`, query, body: matrix(4) }, given);
    expect(shown).toMatchObject({ rows: [{ user: { version: 5 }, cells: { sgrp_G: {} } }] });
    expect(JSON.stringify(shown)).not.toContain('"sgrp_R":');
  });

  test('has the access role that was given with it, or none', () => {
    const batch = (accessRole: string | null) =>
      write(
        'post',
        `${A}/memberships/batch`,
        { results: [{ outcome: 'done' }] },
        {
          changes: [{ ...change, action: 'change', accessRole }],
        },
      );
    const cells = { sgrp_G: { since: 'then', by: 'api', accessRole: { id: 'role_1', key: 'log-reader' } } };
    const body = { rows: [{ user: user(4), cells }] };
    const cellAfter = (accessRole: string | null) => {
      const shown = shows({ path: `${A}/memberships/matrix`, query, body }, batch(accessRole));
      return (shown as typeof body).rows[0]?.cells.sgrp_G.accessRole;
    };
    expect(cellAfter('log-admin')).toEqual({ id: '', key: 'log-admin' });
    expect(cellAfter(null)).toBeUndefined();
  });

  test('is as it was read when that is later', () => {
    const body = matrix(5);
    expect(shows({ path: `${A}/memberships/matrix`, query, body }, given)).toEqual(body);
  });

  test('that was ended leaves who may enter by all paths as they were read: a team may open it', () => {
    const path = `${A}/service-groups/sgrp_G/members`;
    const ended = write('delete', `${path}/user_U`);
    const body = { data: [{ userId: 'user_U', serviceGroupId: 'sgrp_G' }], nextCursor: null };
    expect(shows({ path, query: { paths: 'all' }, body }, ended)).toBe(body);
    expect(shows({ path, body }, ended)).toEqual({ data: [], nextCursor: null });
  });

  test('that was ended is among no members, that was given is, and that has no end is not among those that end', () => {
    const [path, body] = [`${A}/service-groups/sgrp_G/members`, { data: [], nextCursor: null }];
    const shown = shows({ path, body }, given);
    expect(shown).toMatchObject({ data: [{ id: 'sgrp_G.user_U', user: { name: 'user_U' } }] });
    const ending = {
      data: [{ userId: 'user_U', serviceGroupId: 'sgrp_G', expiresAt: 'soon' }],
      nextCursor: null,
    };
    const withoutEnd = write(
      'post',
      `${A}/memberships/batch`,
      { results: [{ outcome: 'done' }] },
      { changes: [{ ...change, action: 'change', expiresAt: null }] },
    );
    expect(shows({ path: `${A}/memberships/ending`, body: ending }, withoutEnd)).toEqual(body);
    const ended = write('delete', `${path}/user_U`);
    expect(shows({ path, body }, [...given, ...ended])).toEqual(body);
  });
});
