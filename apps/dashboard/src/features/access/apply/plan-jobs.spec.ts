import fc from 'fast-check';
import { cellKey, type Draft, type DraftChange } from '../draft/draft.js';
import { planJobs } from './plan-jobs.js';

const change = (userId: string, groupId: string, action: DraftChange['action'] = 'add'): DraftChange => ({
  userId,
  userName: userId,
  groupId,
  groupName: groupId,
  action,
  version: 1,
});

const draftOf = (changes: readonly DraftChange[]): Draft =>
  new Map(changes.map((each) => [cellKey(each), each]));

test('people who get the same service groups are one job', () => {
  const draft = draftOf(
    ['ada', 'alan'].flatMap((user) => ['dev', 'prod'].map((group) => change(user, group))),
  );
  expect(planJobs(draft, {})).toEqual([
    {
      action: 'add_to_groups',
      serviceGroupIds: ['dev', 'prod'],
      userIds: ['ada', 'alan'],
      ifVersions: [1, 1],
    },
  ]);
});

test('a version is for the first job of a person: later ones meet the changes of that one', () => {
  const changes = [change('ada', 'dev'), change('alan', 'prod', 'remove'), change('ada', 'prod', 'remove')];
  const versions = planJobs(draftOf(changes), {}).flatMap(({ userIds, ifVersions = [] }) =>
    userIds.map((userId, index) => `${userId} ${ifVersions[index]}`),
  );
  expect(versions.sort()).toEqual(['ada 1', 'ada undefined', 'alan 1']);
});

test('only what adds has the end and the reason of the draft', () => {
  const terms = { expiresAt: '2030-12-31T23:00:00.000Z', reason: 'Audit' };
  const jobs = planJobs(draftOf([change('ada', 'dev'), change('alan', 'prod', 'remove')]), terms);
  expect(jobs).toEqual([
    expect.objectContaining({ action: 'add_to_groups', ...terms }),
    expect.not.objectContaining({ expiresAt: expect.anything() }),
  ]);
});

test('the jobs make exactly the changes of the draft, within what the API takes', () => {
  const users = Array.from({ length: 12 }, (_, index) => `u${index}`);
  const groups = Array.from({ length: 30 }, (_, index) => `g${index}`);
  const cells = fc.uniqueArray(
    fc.record({
      user: fc.constantFrom(...users),
      group: fc.constantFrom(...groups),
      action: fc.constantFrom('add' as const, 'remove' as const),
    }),
    { selector: ({ user, group }) => `${user} ${group}`, maxLength: 200 },
  );
  fc.assert(
    fc.property(cells, (drafted) => {
      const wanted = drafted.map(({ user, group, action }) => `${action} ${user} ${group}`);
      const jobs = planJobs(
        draftOf(drafted.map(({ user, group, action }) => change(user, group, action))),
        {},
      );
      const made = jobs.flatMap(({ action, userIds, serviceGroupIds }) =>
        userIds.flatMap((user) =>
          serviceGroupIds.map((group) => `${action === 'add_to_groups' ? 'add' : 'remove'} ${user} ${group}`),
        ),
      );
      expect(made.sort()).toEqual(wanted.sort());
      expect(jobs.every(({ serviceGroupIds }) => serviceGroupIds.length <= 20)).toBe(true);
    }),
  );
});
