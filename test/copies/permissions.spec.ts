import { openGuard, type Guard } from '@rollbook/guard';
import { ScriptedFeed } from '../support/streams/scripted-feed.js';

// A guard of this version on an API from before access roles.

const ADDRESS = { baseUrl: 'http://feed.example', token: 'key', accountId: 'acct_1' };

let guard: Guard;
afterEach(() => guard.close());

test('says what it said before: who may enter may do nothing else', async () => {
  guard = await openGuard({ ...ADDRESS, fetch: new ScriptedFeed().fetch });
  expect(guard.mayEnter('user_1', 'sgrp_1')).toBe(true);
  expect(guard.mayDo('user_1', 'sgrp_1', 'enter')).toBe(true);
  expect(guard.mayDo('user_1', 'sgrp_1', 'logs.read')).toBe(false);
  expect(guard.permissionsOf('user_1', 'sgrp_1')).toEqual(['enter']);
  expect(guard.groupsOf('user_1', { permission: 'logs.read' })).toEqual([]);
  expect(guard.membersOf('sgrp_1')).toEqual(['user_1']);
});

test('asks it for the permission if its own copy is too old, and believes its no', async () => {
  const feed = new ScriptedFeed();
  feed.completeTo = () => null;
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (!(input as string).endsWith('/evaluation')) return feed.fetch(input, init);
    const { action } = JSON.parse(init!.body as string) as { action: { name: string } };
    asked.push(action.name);
    return Response.json({ decision: action.name === 'enter' });
  };
  guard = await openGuard({ ...ADDRESS, fetch, whenTooOld: 'ask', onNotice: () => {} });
  expect(await guard.mayEnter('user_1', 'sgrp_1', {})).toBe(true);
  expect(await guard.mayDo('user_1', 'sgrp_1', 'logs.read', {})).toBe(false);
  expect(asked).toEqual(['enter', 'logs.read']);
});
