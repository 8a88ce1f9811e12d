import { sameJson, userSettings, type Settings, type User, type UserSettingsInput } from '#libs/domain';
import { Problem } from '../../problems/problem.js';
import { addressOf, type ScimBase } from '../schema/scim-base.js';
import { conformResource, isObject, type ScimObject } from '../schema/conform.js';
import { ENTERPRISE_SCHEMA, USER_SCHEMA, USER_TYPE } from '../schema/schemas.js';

/**
 * Attributes from an identity provider without a place here are stored as sent, under `scim` in the user's metadata.
 * @param base of the address at which it is shown
 */
export function toUserDto(user: User, base: ScimBase = 'service-groups'): ScimObject {
  const { userId, accountId, email, name, role, status, version, createdAt, updatedAt } = user;
  const { [ENTERPRISE_SCHEMA]: keptExtension, name: parts, emails, ...kept } = keptOf(user);
  const { [ENTERPRISE_SCHEMA]: ownExtension, ...own } = attributesOfSettings(user);
  const extension = { ...(keptExtension as ScimObject), ...(ownExtension as ScimObject) };
  const isExtended = Object.keys(extension).length > 0;
  return {
    schemas: isExtended ? [USER_SCHEMA, ENTERPRISE_SCHEMA] : [USER_SCHEMA],
    id: userId,
    ...own,
    userName: email,
    name: { ...(isObject(parts) ? parts : {}), formatted: name },
    displayName: name,
    ...kept,
    emails: emails ?? emailsOf(email),
    active: status === 'active',
    roles: [{ value: role, primary: true }],
    ...(isExtended && { [ENTERPRISE_SCHEMA]: extension }),
    meta: {
      resourceType: 'User',
      created: createdAt,
      lastModified: updatedAt,
      location: userLocation({ base, accountId }, userId),
      version: etagOf(version),
    },
  };
}

/** Where a user's optional fields are in a resource. */
const OWN = Object.entries(userSettings as Settings).flatMap(([name, { scim }]) =>
  scim ? [{ name: name as keyof UserSettingsInput, ...scim }] : [],
);

function attributesOfSettings(user: User): ScimObject {
  const resource: ScimObject = {};
  for (const { name, schema, attribute } of OWN) {
    if (user[name] === undefined) continue;
    const own = { [attribute]: user[name] };
    if (schema === undefined) Object.assign(resource, own);
    else resource[schema] = { ...(resource[schema] as ScimObject), ...own };
  }
  return resource;
}

export function settingsIn(resource: ScimObject): UserSettingsInput {
  const values = OWN.map(({ name, schema, attribute }) => {
    const holder = schema === undefined ? resource : resource[schema];
    const value = isObject(holder) ? holder[attribute] : undefined;
    return [name, typeof value === 'string' ? value : null] as const;
  });
  return Object.fromEntries(values);
}

/** At which of its addresses an account is asked. */
export interface ScimAddress {
  base: ScimBase;
  accountId: string;
}

export function userLocation({ base, accountId }: ScimAddress, userId: string): string {
  return `${addressOf(base, accountId)}/Users/${userId}`;
}

/** Weak, because an answer may leave attributes out (RFC 7644, section 3.14). */
export function etagOf(version: number): string {
  return `W/"${version}"`;
}

/** Shown as long as nothing else is stored. */
export function emailsOf(email: string): ScimObject[] {
  return [{ value: email, type: 'work', primary: true }];
}

const IN_THE_USER = ['userName', 'displayName', 'active', 'roles', ...ownNames(undefined)];

function ownNames(ofSchema: string | undefined): string[] {
  return OWN.filter(({ schema }) => schema === ofSchema).map(({ attribute }) => attribute);
}

function omit(object: ScimObject, names: readonly string[]): ScimObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** What of a resource has no place in the user itself. */
export function toKeep(resource: ScimObject, email: string): ScimObject {
  const extension = resource[ENTERPRISE_SCHEMA];
  if (!isObject(extension)) return toStore(resource, email);
  const others = omit(extension, ownNames(ENTERPRISE_SCHEMA));
  return toStore({ ...resource, [ENTERPRISE_SCHEMA]: others }, email);
}

export function toStore(resource: ScimObject, email: string): ScimObject {
  const {
    name,
    emails,
    [ENTERPRISE_SCHEMA]: enterprise,
    ...rest
  } = omit(conformResource(resource, USER_TYPE), IN_THE_USER);
  const { formatted: _formatted, ...parts } = isObject(name) ? name : {};
  const hasEmails = emails !== undefined && !sameJson(emails, emailsOf(email));
  return {
    ...rest,
    ...(Object.keys(parts).length > 0 && { name: parts }),
    ...(hasEmails && { emails }),
    ...(enterprise !== undefined && { enterprise }),
  };
}

/**
 * The metadata belongs to integrators, who may have written anything there. An attribute of the extension that has become a
 * field of users is shown from there until it is written again.
 */
export function keptOf({ metadata }: Pick<User, 'metadata'>): ScimObject {
  const kept = metadata?.['scim'];
  if (!isObject(kept)) return {};
  const { enterprise, ...rest } = kept;
  try {
    const resource = { ...rest, ...(enterprise !== undefined && { [ENTERPRISE_SCHEMA]: enterprise }) };
    return omit(conformResource(resource, USER_TYPE), IN_THE_USER);
  } catch (error) {
    if (error instanceof Problem) return {};
    throw error;
  }
}

/** The merge patch (RFC 7396) that leads from one object to another. */
export function patchBetween(before: ScimObject, after: ScimObject): ScimObject {
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const changes = Object.entries(after).flatMap(([key, value]): [string, unknown][] => {
    const present = before[key];
    if (sameJson(present, value)) return [];
    return [[key, isObject(present) && isObject(value) ? patchBetween(present, value) : value]];
  });
  return Object.fromEntries([...gone.map((key): [string, unknown] => [key, null]), ...changes]);
}
