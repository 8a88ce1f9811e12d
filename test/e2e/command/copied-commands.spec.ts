import { Command } from 'commander';
import { COMMANDS } from '../../../apps/dashboard/src/features/copy-as/copied.js';
import { addAccessRoleCommands } from '../../../apps/cli/src/commands/directory/access-roles.js';
import { addAccountCommands } from '../../../apps/cli/src/commands/directory/accounts.js';
import { addApiKeyCommands } from '../../../apps/cli/src/commands/directory/api-keys.js';
import { addEventAndJobCommands } from '../../../apps/cli/src/commands/directory/events-and-jobs.js';
import { addGroupCommands } from '../../../apps/cli/src/commands/directory/groups.js';
import { addInvitationCommands } from '../../../apps/cli/src/commands/directory/invitations.js';
import { addProvisioningCommands } from '../../../apps/cli/src/commands/directory/provisioning.js';
import { addTeamCommands } from '../../../apps/cli/src/commands/directory/teams.js';
import { addUserCommands } from '../../../apps/cli/src/commands/directory/users.js';
import { addWebhookCommands } from '../../../apps/cli/src/commands/directory/webhooks.js';

const program = new Command('rollbook');
for (const add of [
  addAccessRoleCommands,
  addAccountCommands,
  addApiKeyCommands,
  addEventAndJobCommands,
  addGroupCommands,
  addInvitationCommands,
  addProvisioningCommands,
  addTeamCommands,
  addUserCommands,
  addWebhookCommands,
])
  add(program);

test.each(Object.values(COMMANDS))('rollbook %s, which the dashboard offers, is a command', (line) => {
  const [group, name, ...rest] = line.split(' ');
  const command = program.commands
    .find((each) => each.name() === group)
    ?.commands.find((each) => each.name() === name);
  expect(command?.registeredArguments.filter(({ required }) => required).map((each) => each.name())).toEqual(
    rest.filter((each) => each.startsWith('{')).map((each) => each.slice(1, -1).replace('...', '')),
  );
  const options = command?.options.map(({ long }) => long);
  for (const option of rest.filter((each) => each.startsWith('--')))
    expect(options).toContain(option.split('=')[0]);
});
