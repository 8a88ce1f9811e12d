import { Command } from 'commander';
import { addPlanCommand } from './plan.js';

const RIGHT = { tenants: '10', users: '50', 'writes-per-second': '1' };

/** What the command says of its arguments. */
function complaint(given: Record<string, string>): string {
  let said = '';
  const rollbook = new Command().exitOverride();
  addPlanCommand(rollbook);
  for (const command of [rollbook, ...rollbook.commands])
    command.exitOverride().configureOutput({ writeErr: (text) => (said += text) });
  const options = Object.entries({ ...RIGHT, ...given }).flatMap(([name, value]) => [`--${name}`, value]);
  try {
    rollbook.parse(['plan', ...options], { from: 'user' });
  } catch {
    return said;
  }
  return 'nothing';
}

test.each([
  [{ tenants: '0' }, "'0' is invalid. It must be a whole number from 1."],
  [{ users: '1.5' }, "'1.5' is invalid. It must be a whole number from 1."],
  [{ users: '9' }, '--users must be at least one for each tenant'],
  [{ 'writes-per-second': 'many' }, "'many' is invalid. It must be a number from 0."],
  [{ peak: '0.5' }, "'0.5' is invalid. It must be a number from 1."],
  [{ provisioned: '0' }, "'0' is invalid. It must be a number above 0, up to 1."],
  [{ simulate: '1.5' }, "'1.5' is invalid. It must be a whole number from 0."],
  [
    { users: '200000000', simulate: '10' },
    '--simulate counts every user, so it supports at most 100,000,000',
  ],
])('an argument that cannot be is named, with what it must be: %p', (given, message) => {
  expect(complaint(given)).toContain(message);
});
