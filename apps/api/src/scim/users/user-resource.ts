import { sameJson, type User } from '#libs/domain';
import { Problem } from '../../problems/problem.js';
import { conformResource, isObject, type ScimObject } from '../schema/conform.js';
import { ENTERPRISE_SCHEMA, USER_SCHEMA, USER_TYPE } from '../schema/schemas.js';

/** Attributes from an identity provider without a place here are stored as sent, under `scim` in the user's metadata. */
export function toUserDto(user: User): ScimObject {
  const { userId, accountId, externalId, email, name, role, status, version, createdAt, updatedAt } = user;
  const { [ENTERPRISE_SCHEMA]: enterprise, name: parts, emails, ...kept } = keptOf(user);
  return {
    schemas: enterprise === undefined ? [USER_SCHEMA] : [USER_SCHEMA, ENTERPRISE_SCHEMA],
    id: userId,
    ...(externalId !== undefined && { externalId }),
    userName: email,
    name: { ...(isObject(parts) ? parts : {}), formatted: name },
    displayName: name,
    ...kept,
    emails: emails ?? emailsOf(email),
    active: status === 'active',
    roles: [{ value: role, primary: true }],
    ...(enterprise !== undefined && { [ENTERPRISE_SCHEMA]: enterprise }),
    meta: {
      resourceType: 'User',
      created: createdAt,
      lastModified: updatedAt,
      location: userLocation(accountId, userId),
      version: etagOf(version),
    },
  };
}

export function userLocation(accountId: string, userId: string): string {
  return `/scim/v2/${accountId}/Users/${userId}`;
}

/** Weak, because an answer may leave attributes out (RFC 7644, section 3.14). */
export function etagOf(version: number): string {
  return `W/"${version}"`;
}

/** Shown as long as nothing else is stored. */
export function emailsOf(email: string): ScimObject[] {
  return [{ value: email, type: 'work', primary: true }];
}

/** What of a resource has no place in the user itself. */
export function toKeep(resource: ScimObject, email: string): ScimObject {
  const {
    userName: _userName,
    displayName: _displayName,
    externalId: _externalId,
    active: _active,
    roles: _roles,
    name,
    emails,
    [ENTERPRISE_SCHEMA]: enterprise,
    ...rest
  } = conformResource(resource, USER_TYPE);
  const { formatted: _formatted, ...parts } = isObject(name) ? name : {};
  const hasEmails = emails !== undefined && !sameJson(emails, emailsOf(email));
  return {
    ...rest,
    ...(Object.keys(parts).length > 0 && { name: parts }),
    ...(hasEmails && { emails }),
    ...(enterprise !== undefined && { enterprise }),
  };
}

/** The metadata belongs to integrators, who may have written anything there. */
export function keptOf({ metadata }: Pick<User, 'metadata'>): ScimObject {
  const kept = metadata?.['scim'];
  if (!isObject(kept)) return {};
  const { enterprise, ...rest } = kept;
  try {
    const resource = { ...rest, ...(enterprise !== undefined && { [ENTERPRISE_SCHEMA]: enterprise }) };
    const {
      userName: _userName,
      displayName: _displayName,
      externalId: _externalId,
      active: _active,
      roles: _roles,
      ...conformed
    } = conformResource(resource, USER_TYPE);
    return conformed;
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
