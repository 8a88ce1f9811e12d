// Auth0: its export of users, one JSON object a line, and for each service group an answer of `GET /api/v2/roles/{id}/users`, or of
// `GET /api/v2/organizations/{id}/members`.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** @param {string[]} files `users.ndjson prod=role-prod.json …`: a role without a name is called as its file is */
export function read([users, ...roles]) {
  const lines = readFileSync(users, 'utf8').split('\n').filter(Boolean);
  return {
    users: lines.map((line) => JSON.parse(line)).map(personOf),
    memberships: roles.flatMap((role) => {
      const [, name = basename(role, '.json'), file = role] = /^([^=]+)=(.+)$/.exec(role) ?? [];
      const answer = JSON.parse(readFileSync(file, 'utf8'));
      return (answer.users ?? answer.members ?? answer).map((member) => ({
        userExternalId: member.user_id,
        serviceGroupName: name,
      }));
    }),
  };
}

function personOf({ user_id, email, name, blocked }) {
  return { externalId: user_id, email, name, leftOut: blocked && 'blocked' };
}
