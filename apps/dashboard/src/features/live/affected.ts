const EVERYWHERE = ['events', 'jobs'];

/** Of what a page shows, by the first part of its queries' keys: what events change. The first that fits counts. */
const SHOWN: readonly (readonly [prefix: string, names: readonly string[]])[] = [
  ['service_group.member', ['members', 'user', 'users', 'group', 'groups', 'matrix', 'account']],
  ['service_group.manager', ['managers', 'group', 'groups']],
  ['service_group.', ['group', 'groups', 'members', 'matrix', 'user', 'requestable', 'account']],
  ['user.', ['user', 'users', 'members', 'managers', 'matrix', 'invitations', 'groups', 'account']],
  ['access_request.', ['requests']],
  ['account.', ['account']],
  ['api_key.', ['api-keys', 'scim']],
  ['webhook_endpoint.', ['webhooks']],
];

/** Undefined for an event that this page does not know: it may change anything. */
export function affectedBy(type: string): readonly string[] | undefined {
  const names = SHOWN.find(([prefix]) => type.startsWith(prefix))?.[1];
  return names && [...names, ...EVERYWHERE];
}
