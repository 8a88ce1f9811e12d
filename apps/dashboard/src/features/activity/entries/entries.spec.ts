import type { Entry } from '../queries.js';
import { changedValues, rolesIn } from './changed-values.js';
import { fold } from './fold.js';
import { partsOf } from './sentence.js';

const entry = (over: Partial<Entry>): Entry => ({
  id: `${over.aggregateId ?? 'user_1'}.1`,
  type: 'service_group.member_added',
  schemaVersion: 1,
  accountId: 'acct_1',
  aggregateId: 'user_1',
  version: 1,
  at: '2026-03-03T10:00:00.000Z',
  actor: 'user:user_9',
  actorDetails: { id: 'user:user_9', kind: 'user', name: 'Grace', email: null, status: 'active' },
  summary: 'Grace gave Ada access to prod',
  correlationId: 'req_1',
  causationId: 'req_1',
  revertible: true,
  data: { userId: 'user_1', userName: 'Ada', serviceGroupId: 'sgrp_1', serviceGroupName: 'prod' },
  ...over,
});

test('the names of a sentence lead to whom and what they name', () => {
  expect(partsOf(entry({}))).toEqual([
    { text: 'Grace', isActor: true },
    { text: ' gave ' },
    { text: 'Ada', user: 'user_1' },
    { text: ' access to ' },
    { text: 'prod', group: 'sgrp_1' },
  ]);
});

test('a team leads to its page, by whichever name the event has it', () => {
  const data = { teamId: 'team_1', teamName: 'Platform' };
  const added = entry({
    type: 'team.member_added',
    summary: 'Grace added Ada to the team Platform',
    data: { ...data, userId: 'user_1', userName: 'Ada' },
  });
  expect(partsOf(added).slice(2)).toEqual([
    { text: 'Ada', user: 'user_1' },
    { text: ' to the team ' },
    { text: 'Platform', team: 'team_1' },
  ]);
  const given = entry({
    type: 'service_group.team_added',
    summary: 'Grace gave the team Platform access to prod',
    data: { ...data, serviceGroupId: 'sgrp_1', name: 'prod' },
  });
  expect(partsOf(given).slice(2)).toEqual([
    { text: 'Platform', team: 'team_1' },
    { text: ' access to ' },
    { text: 'prod', group: 'sgrp_1' },
  ]);
  const created = entry({
    type: 'team.created',
    summary: 'Grace created the team Platform',
    data: { teamId: 'team_1', name: 'Platform' },
  });
  expect(partsOf(created).at(-1)).toEqual({ text: 'Platform', team: 'team_1' });
});

test('a name is a whole one: not the actor’s, and not a part of another', () => {
  const data = { userId: 'user_1', userName: 'Grace', serviceGroupId: 'sgrp_1', serviceGroupName: 'prod' };
  expect(partsOf(entry({ data, summary: 'Grace gave Grace access to prod-eu and prod' }))).toEqual([
    { text: 'Grace', isActor: true },
    { text: ' gave ' },
    { text: 'Grace', user: 'user_1' },
    { text: ' access to prod-eu and ' },
    { text: 'prod', group: 'sgrp_1' },
  ]);
});

test('whatever the names are, the parts are the sentence', () => {
  for (const name of ['a', 'access', '', '$&', ' ', 'gave'])
    for (const summary of ['Grace gave a access to $& (gave)', name, `x ${name}`]) {
      const data = { userId: 'u', userName: name, serviceGroupId: 'g', serviceGroupName: name };
      const parts = partsOf(entry({ data, summary }));
      expect(parts.map(({ text }) => text).join('')).toBe(summary);
    }
});

test('of a value that changed both are said, and of another that it is now', () => {
  const data = { userId: 'user_1', name: 'Ada', previousRole: 'member', role: 'admin', reason: 'On call' };
  expect(changedValues(entry({ type: 'user.role_changed', data }))).toEqual([
    { label: 'Role', before: 'member', after: 'admin' },
    { label: 'Reason', after: 'On call' },
  ]);
});

const GIVEN = { userId: 'user_1', userName: 'Ada', serviceGroupId: 'sgrp_1', serviceGroupName: 'prod' };
const [READER, ADMIN] = [
  { id: 'role_1', key: 'log-reader' },
  { id: 'role_2', key: 'log-admin' },
];

test.each([
  ['member_added', { accessRole: READER }, { after: READER }],
  ['member_removed', { accessRole: READER }, { before: READER }],
  ['membership_changed', { accessRole: ADMIN, previousAccessRole: READER }, { before: READER, after: ADMIN }],
  ['membership_changed', { accessRole: READER }, { after: READER }],
  ['membership_changed', { previousAccessRole: READER }, { before: READER }],
  ['membership_changed', { accessRole: READER, previousAccessRole: READER }, undefined],
  ['member_added', {}, undefined],
])('the access roles of %s with %j are %j', (name, data, then) => {
  expect(rolesIn(entry({ type: `service_group.${name}`, data: { ...GIVEN, ...data } }))).toEqual(then);
});

test('an access role is said by its key, and what stays is not said', () => {
  const data = {
    ...GIVEN,
    ...{ expiresAt: null, previousExpiresAt: null, accessRole: ADMIN, previousAccessRole: READER },
  };
  expect(changedValues(entry({ type: 'service_group.membership_changed', data }))).toEqual([
    { label: 'Access role', before: 'log-reader', after: 'log-admin' },
  ]);
});

test('the name of an access role leads to their page', () => {
  const data = { accessRoleId: 'role_1', key: 'log-reader', name: 'Log reader' };
  const summary = 'Grace created the access role Log reader';
  expect(partsOf(entry({ type: 'access_role.created', data, summary }))).toEqual([
    { text: 'Grace', isActor: true },
    { text: ' created the access role ' },
    { text: 'Log reader', isAccessRole: true },
  ]);
});

test('what one request did to many is one row, and what is different stays by itself', () => {
  const many = ['1', '2', '3'].map((id) => entry({ aggregateId: `user_${id}` }));
  const other = entry({ correlationId: 'req_2' });
  expect(fold([...many, other, other])).toEqual([many, [other], [other]]);
  const elsewhere = entry({ data: { ...other.data, serviceGroupId: 'sgrp_2' } });
  expect(fold([many[0]!, many[1]!, elsewhere])).toHaveLength(3);
});
