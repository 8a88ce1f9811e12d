// Clerk: answers of `GET /v1/users` and of `GET /v1/organizations/{id}/memberships`. One organization is one account; of its roles
// `org:admin` becomes an admin, and each one that you have made, such as `org:billing`, a service group.
import { readFileSync } from 'node:fs';

/** @param {string[]} files `users.json memberships.json` */
export function read([users, memberships]) {
  const listOf = (file) => {
    const answer = JSON.parse(readFileSync(file, 'utf8'));
    return answer.data ?? answer;
  };
  const members = listOf(memberships).map(({ role, public_user_data }) => ({
    userExternalId: public_user_data.user_id,
    role: role.replace(/^org:/, ''),
  }));
  const roleOf = new Map(members.map(({ userExternalId, role }) => [userExternalId, role]));
  return {
    users: listOf(users).map((user) => personOf(user, roleOf.get(user.id))),
    memberships: members
      .filter(({ role }) => role !== 'admin' && role !== 'member')
      .map(({ userExternalId, role }) => ({ userExternalId, serviceGroupName: role })),
  };
}

function personOf(user, role) {
  const { id, first_name, last_name, email_addresses, primary_email_address_id, banned } = user;
  return {
    externalId: id,
    email: email_addresses.find((address) => address.id === primary_email_address_id)?.email_address,
    name: [first_name, last_name].filter(Boolean).join(' '),
    role: role === 'admin' ? 'admin' : 'member',
    leftOut: banned ? 'banned' : role === undefined && 'not in the organization',
  };
}
