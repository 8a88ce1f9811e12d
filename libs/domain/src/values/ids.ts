/** The prefix of an id says what it identifies, at run time and to the compiler: a user's id is never mistaken for a service group's. */
export const ID_PREFIXES = {
  account: 'acct',
  user: 'user',
  'service-group': 'sgrp',
  team: 'team',
  'api-key': 'akey',
  'webhook-endpoint': 'whep',
  'log-stream': 'lstr',
  'access-request': 'areq',
  'access-roles': 'arol',
  /** One of them: part of the aggregate. */
  'access-role': 'role',
} as const;

export type IdOf<Kind extends keyof typeof ID_PREFIXES> = `${(typeof ID_PREFIXES)[Kind]}_${string}`;

export type AccountId = IdOf<'account'>;
export type UserId = IdOf<'user'>;
export type ServiceGroupId = IdOf<'service-group'>;
export type TeamId = IdOf<'team'>;
export type ApiKeyId = IdOf<'api-key'>;
export type WebhookEndpointId = IdOf<'webhook-endpoint'>;
export type LogStreamId = IdOf<'log-stream'>;
export type AccessRequestId = IdOf<'access-request'>;
export type AccessRolesId = IdOf<'access-roles'>;
export type AccessRoleId = IdOf<'access-role'>;

/** An account has one set of access roles: its id follows from the account's. */
export function accessRolesIdOf(accountId: string): AccessRolesId {
  return `${ID_PREFIXES['access-roles']}_${accountId.slice(accountId.indexOf('_') + 1)}`;
}

/** The same id, where only the context tell what it identifies. @throws TypeError if its prefix says something else */
export function idOf<Kind extends keyof typeof ID_PREFIXES>(kind: Kind, id: string): IdOf<Kind> {
  if (!isIdOf(kind, id)) throw new TypeError(`${id} is not the id of a ${kind}.`);
  return id;
}

export function isIdOf<Kind extends keyof typeof ID_PREFIXES>(kind: Kind, id: string): id is IdOf<Kind> {
  return id.startsWith(`${ID_PREFIXES[kind]}_`);
}
