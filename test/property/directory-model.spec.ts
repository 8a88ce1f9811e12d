import type { UserId } from '#libs/domain';
import { emptyModel, explain, type Answered, type Command } from './directory-model.js';

/** That the model can find fault: answers that a directory with a bug would give are not explained by any order. */

const sent = (command: Command, answer: Answered['answer'], newId?: string): Answered => ({
  command,
  answer,
  newId,
  targets: { userId: 'user_1', groupId: 'sgrp_1' },
});
function before() {
  const model = emptyModel('Acme');
  const owner = { role: 'owner', status: 'active', version: 1 } as const;
  model.users.set('user_1', { id: 'user_1', name: 'a', email: 'a@x', ...owner, groupIds: new Set() });
  model.users.set('user_2', { id: 'user_2', name: 'b', email: 'b@x', ...owner, groupIds: new Set() });
  model.groups.set('sgrp_1', { id: 'sgrp_1', name: 'dev', status: 'active', version: 1, managers: [] });
  return model;
}
const rename = (name: string) => ({ type: 'change_user', user: 0, name }) as const;
const twin = { type: 'create_user', name: 'x', email: 'X@x', role: 'member' } as const;
const remove = (userId: UserId): Answered => ({
  ...sent({ type: 'remove_user', user: 0 }, { events: [`${userId}.2`] }),
  targets: { userId, groupId: 'sgrp_1' },
});

test('two commands that came one after the other are explained, in whichever order they are given', () => {
  const round = [
    sent(rename('second'), { events: ['user_1.3'] }),
    sent(rename('first'), { events: ['user_1.2'] }),
  ];
  for (const order of [round, round.toReversed()])
    expect(explain('acct_1', before(), order)?.users.get('user_1')).toMatchObject({
      name: 'second',
      version: 3,
    });
});

test.each<[string, Answered[]]>([
  [
    'a lost update',
    [sent(rename('x'), { events: ['user_1.2'] }), sent(rename('y'), { events: ['user_1.2'] })],
  ],
  ['a version skipped', [sent(rename('x'), { events: ['user_1.3'] })]],
  [
    'one email given twice',
    [sent(twin, { events: ['user_3.1'] }, 'user_3'), sent(twin, { events: ['user_4.1'] }, 'user_4')],
  ],
  ['an email refused that is free', [sent(twin, { refused: 'email_taken' })]],
  ['two last owners who both left', [remove('user_1'), remove('user_2')]],
  [
    'a member added to a service group after its removal',
    [
      sent({ type: 'remove_group', group: 0 }, { events: ['sgrp_1.2'] }),
      sent({ type: 'remove_member', group: 0, user: 0 }, { events: ['user_1.2'] }),
    ],
  ],
  ['nothing done where something was asked', [sent(rename('x'), { events: [] })]],
])('%s is not', (_, round) => {
  expect(explain('acct_1', before(), round)).toBeUndefined();
});
