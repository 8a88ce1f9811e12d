/** @engines both */
import { createItemTable, type ItemTable } from '../support/item-table.js';
import { onlyCalls } from '../../../../test/support/engines/only-calls.js';
import { defineEntity, defineTable, string } from '@rollbook/single-table';

/** Organisation, department, team, member: one partition, one hierarchical sort key, asked at each of its levels. */
const table = defineTable({ partitionKey: 'PK', sortKey: 'SK' });
const member = defineEntity(table, {
  name: 'member',
  key: { PK: 'ORG#{orgId}', SK: 'DEPT#{dept}#TEAM#{team}#MEMBER#{memberId}' },
  attributes: { orgId: string(), dept: string(), team: string(), memberId: string() },
});
const team = defineEntity(table, {
  name: 'team',
  key: { PK: 'ORG#{orgId}', SK: 'DEPT#{dept}#TEAM#{team}' },
  attributes: { orgId: string(), dept: string(), team: string(), purpose: string() },
});

const members = [
  ['eng', 'api', 'ada'],
  ['eng', 'api', 'bob'],
  ['eng', 'api2', 'cyd'],
  ['eng', 'web', 'dan'],
  ['eng#x', 'api', 'eve'],
  ['sales', 'eu', 'fay'],
].map(([dept = '', team = '', memberId = '']) => ({ orgId: 'o', dept, team, memberId }));

let items: ItemTable;

beforeEach(async () => {
  items = await createItemTable(table);
  await items.table.batchWrite([
    ...members.map((each) => member.put(each)),
    team.put({ orgId: 'o', dept: 'eng', team: 'api', purpose: 'endpoints' }),
    team.put({ orgId: 'o', dept: 'eng', team: 'api2', purpose: 'more endpoints' }),
  ]);
  items.calls.length = 0;
});
afterEach(() => {
  items.close();
});

describe('an organisation in one hierarchical sort key', () => {
  test.each([
    ['the organisation', { orgId: 'o' }, ['ada', 'bob', 'cyd', 'dan', 'eve', 'fay']],
    ['a department', { orgId: 'o', dept: 'eng' }, ['ada', 'bob', 'cyd', 'dan']],
    ['a department whose name holds a delimiter', { orgId: 'o', dept: 'eng#x' }, ['eve']],
    ['a team, and not one whose name starts alike', { orgId: 'o', dept: 'eng', team: 'api' }, ['ada', 'bob']],
    ['a member', { orgId: 'o', dept: 'eng', team: 'web', memberId: 'dan' }, ['dan']],
  ] as const)('the members of %s', async (_, key, expected) => {
    const { items: found } = await items.table.query(member, key);
    expect(found.map((each) => each.memberId).sort()).toEqual(expected);
    onlyCalls(items.calls, 'Query');
  });

  test('a team with its members', async () => {
    const key = { orgId: 'o', dept: 'eng', team: 'api' };
    const { items: found } = await items.table.queryCollection([team, member], key);
    expect(found.team.map((each) => each.purpose)).toEqual(['endpoints']);
    expect(found.member.map((each) => each.memberId)).toEqual(['ada', 'bob']);
    onlyCalls(items.calls, 'Query');
  });

  test('members of a team by the start of their id', async () => {
    const key = { orgId: 'o', dept: 'eng', team: 'api' };
    const { items: found } = await items.table.query(member, key, { beginsWith: { memberId: 'b' } });
    expect(found.map((each) => each.memberId)).toEqual(['bob']);
  });
});
