import fc from 'fast-check';
import type { Command } from './directory-model.js';

/** Some are the same but for capitals and width. */
export const EMAILS = [
  'ada@x.example',
  'ADA@x.example',
  'bo@x.example',
  'Ｂo@x.example',
  'cy%3A@x.example',
  'd#@x.example',
];
const NAMES = ['dev', 'Dev', 'prod', 'a:b'];
const email = fc.constantFrom(...EMAILS);
const name = fc.constantFrom(...NAMES);
const role = fc.constantFrom('owner', 'admin', 'member');
const user = fc.nat(20);
const group = fc.nat(20);
export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('create_user'), name, email, role }) },
  {
    weight: 6,
    arbitrary: fc.record(
      { type: fc.constant('change_user'), user, name, email, role },
      { requiredKeys: ['type', 'user'] },
    ),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('suspend_user', 'reactivate_user'), user }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove_user'), user }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('create_group'), name }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('rename_group'), group, name }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove_group'), group }) },
  { weight: 10, arbitrary: fc.record({ type: fc.constant('add_member'), group, user }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('remove_member'), group, user }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('add_manager'), group, user }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove_manager'), group, user }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('change_account'), name }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('suspend_account', 'reactivate_account') }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('reactivate_account') }) },
);
