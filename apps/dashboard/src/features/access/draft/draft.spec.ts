import fc from 'fast-check';
import {
  afterApplying,
  cellKey,
  EMPTY_DRAFT,
  reconcile,
  requestedChanges,
  setCells,
  summaryOf,
  toggleCells,
  wouldBeMember,
  type Cell,
} from './draft.js';

const cell = (userId: string, groupId: string, isMember: boolean, version = 1): Cell => ({
  userId,
  userName: userId,
  groupId,
  groupName: groupId,
  version,
  isMember,
});

test('a cell that is toggled twice leaves no change', () => {
  const ada = cell('ada', 'prod', true);
  const draft = toggleCells(EMPTY_DRAFT, [ada]);
  expect(summaryOf(draft)).toEqual({ additions: 0, removals: 1, people: 1 });
  expect(toggleCells(draft, [ada]).size).toBe(0);
});

test('of several cells all become members first, and then none', () => {
  const cells = [cell('ada', 'prod', true), cell('alan', 'prod', false)];
  const given = toggleCells(EMPTY_DRAFT, cells);
  expect(requestedChanges(given, {})).toEqual([
    { userId: 'alan', serviceGroupId: 'prod', action: 'add', ifVersion: 1 },
  ]);
  expect(requestedChanges(toggleCells(given, cells), {})).toEqual([
    { userId: 'ada', serviceGroupId: 'prod', action: 'remove', ifVersion: 1 },
  ]);
});

test('all that is added has the end and the reason of the draft, and what is removed has none', () => {
  const terms = { expiresAt: '2030-12-31T23:00:00.000Z', reason: 'Audit' };
  const draft = toggleCells(toggleCells(EMPTY_DRAFT, [cell('ada', 'prod', true)]), [
    cell('alan', 'prod', false),
  ]);
  expect(requestedChanges(draft, terms)).toEqual([
    { userId: 'ada', serviceGroupId: 'prod', action: 'remove', ifVersion: 1 },
    { userId: 'alan', serviceGroupId: 'prod', action: 'add', ifVersion: 1, ...terms },
  ]);
});

test('what somebody else did meanwhile is dropped from the draft, and what still makes sense is marked', () => {
  const draft = setCells(EMPTY_DRAFT, [cell('ada', 'prod', false), cell('alan', 'prod', false)], true);
  const now = reconcile(draft, [cell('ada', 'prod', true, 2), cell('alan', 'prod', false, 5)]);
  expect([...now.values()]).toEqual([
    expect.objectContaining({ userId: 'alan', version: 5, changedMeanwhile: true }),
  ]);
});

test('what is refused stays in the draft with its reason, and the rest leaves it', () => {
  const draft = setCells(EMPTY_DRAFT, [cell('ada', 'prod', false), cell('alan', 'prod', false)], true);
  const problem = { code: 'user_suspended', detail: 'Alan is suspended.' };
  const left = afterApplying(draft, [
    { userId: 'ada', serviceGroupId: 'prod', outcome: 'done' },
    { userId: 'alan', serviceGroupId: 'prod', outcome: 'refused', problem },
  ]);
  expect([...left.values()]).toEqual([expect.objectContaining({ userId: 'alan', refusal: problem })]);
});

test('whatever is edited, the changes lead from what is stored to what is shown, and are no more than that', () => {
  const USERS = ['u1', 'u2', 'u3', 'u4'];
  const GROUPS = ['g1', 'g2', 'g3'];
  const edit = fc.record({
    users: fc.subarray(USERS, { minLength: 1 }),
    groups: fc.subarray(GROUPS, { minLength: 1 }),
    act: fc.constantFrom('toggle' as const, 'add' as const, 'remove' as const),
  });
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), fc.array(edit), (stored, edits) => {
      const all = USERS.flatMap((user, row) =>
        GROUPS.map((group, column) => cell(user, group, Boolean(stored[row * GROUPS.length + column]))),
      );
      const shown = new Map(all.map((each) => [cellKey(each), each.isMember]));
      let draft = EMPTY_DRAFT;
      for (const { users, groups, act } of edits) {
        const edited = all.filter(
          ({ userId, groupId }) => users.includes(userId) && groups.includes(groupId),
        );
        const member = act === 'toggle' ? !edited.every((each) => shown.get(cellKey(each))) : act === 'add';
        draft = act === 'toggle' ? toggleCells(draft, edited) : setCells(draft, edited, member);
        for (const each of edited) shown.set(cellKey(each), member);
      }
      for (const each of all) expect(wouldBeMember(draft, each)).toBe(shown.get(cellKey(each)));
      const applied = new Map(all.map((each) => [cellKey(each), each.isMember]));
      for (const { userId, serviceGroupId: groupId, action } of requestedChanges(draft, {})) {
        const key = cellKey({ userId, groupId });
        expect(applied.get(key)).toBe(action === 'remove');
        applied.set(key, action === 'add');
      }
      expect(applied).toEqual(shown);
    }),
  );
});

test('a suspended user is never drafted for access, and can lose it', () => {
  const [milton, peter] = [
    { ...cell('milton', 'prod', false), isSuspended: true },
    cell('peter', 'prod', false),
  ];
  const draft = toggleCells(EMPTY_DRAFT, [milton, peter]);
  expect([...draft.values()].map(({ userId }) => userId)).toEqual(['peter']);
  expect(toggleCells(draft, [milton, peter]).size).toBe(0);
  expect(toggleCells(EMPTY_DRAFT, [{ ...milton, isMember: true }]).size).toBe(1);
});
