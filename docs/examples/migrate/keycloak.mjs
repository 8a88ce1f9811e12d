// Keycloak: a realm as `kc.sh export --users realm_file` writes it. Groups keep their paths: `/teams/red` becomes `teams/red`.
import { readFileSync } from 'node:fs';

/** @param {string[]} files `realm.json` */
export function read([realm]) {
  const { users, groups = [] } = JSON.parse(readFileSync(realm, 'utf8'));
  return {
    users: users.map(personOf),
    serviceGroups: groups.flatMap(serviceGroupsOf),
    memberships: users.flatMap(({ id, groups: paths = [] }) =>
      paths.map((path) => ({ userExternalId: id, serviceGroupName: path.slice(1) })),
    ),
  };
}

function personOf({ id, username, email, firstName, lastName, enabled, serviceAccountClientId }) {
  return {
    externalId: id,
    email,
    name: [firstName, lastName].filter(Boolean).join(' ') || username,
    leftOut: serviceAccountClientId ? 'a program, not a person' : !enabled && 'disabled',
  };
}

function serviceGroupsOf({ id, path, subGroups = [] }) {
  return [{ externalId: id, name: path.slice(1) }, ...subGroups.flatMap(serviceGroupsOf)];
}
