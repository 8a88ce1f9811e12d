import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { createClient } from '#libs/client';
import { addApiCommand, addListCommand, addRoute, printOne } from '../../api/api.js';

const INVITATIONS = '/v1/accounts/{accountId}/invitations';
const INVITATION = `${INVITATIONS}/{userId}` as const;
const COLUMNS = ['id', 'email', 'name', 'role', 'status', 'expiresAt'] as const;

export function addInvitationCommands(rollbook: Command): void {
  const invitations = rollbook.command('invitations').description('Invitations of users by email.');
  addListCommand(invitations, 'list', COLUMNS, (api, query) =>
    api.client.each(INVITATIONS, { path: api.path(), query }),
  );
  addApiCommand(invitations, 'send <email> <name>', async (api, email, name) => {
    const { role, groups } = api.options<{ role: 'member'; groups?: string[] }>();
    const body = { email, name, role, ...(groups && { serviceGroupIds: groups }) };
    printOne(api, await api.client.post(INVITATIONS, { path: api.path(), body }));
  })
    .option('--role <role>', 'owner, admin or member', 'member')
    .option('--groups <ids...>', 'service groups that they may enter from the start');
  addRoute(invitations, 'resend <userId>', 'post', `${INVITATION}/resend`).description(
    'Sends it again, with a new token; the previous one becomes invalid.',
  );
  addRoute(invitations, 'revoke <userId>', 'delete', INVITATION, { did: 'revoked' });
  addApiCommand(invitations, 'accept <token>', async (api, given) => {
    const body = { token: given === '-' ? tokenIn(readFileSync(0, 'utf8')) : given };
    // The invitation's token is the only credential needed.
    const client = createClient({ baseUrl: api.api });
    printOne(api, await client.post('/invitations/v1/accept', { body }));
  }).description('Accepts an invitation with its token, or, with -, with the email on standard input.');
}

/** The token, from the link in an email or on its own. */
function tokenIn(text: string): string {
  const [, token] = /[?&]token=([^&\s]+)/.exec(text) ?? [];
  return token === undefined ? text.trim() : decodeURIComponent(token);
}
