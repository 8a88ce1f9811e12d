import type { HeadCommand } from '#libs/directory';
import { ROLES, sameJson, type NewUser, type Role, type User, type UserSettingsInput } from '#libs/domain';
import type { Caller } from '../../auth/caller/caller.js';
import { requireOwnerFor } from '../../auth/caller/owner-rules.js';
import { invalid, isObject, type ScimObject } from '../schema/conform.js';
import {
  emailsOf,
  keptOf,
  patchBetween,
  settingsIn,
  toKeep,
  toStore,
  toUserDto,
} from '../resources/user-resource.js';

interface Wanted {
  name: string;
  email: string;
  role: Role | undefined;
  settings: UserSettingsInput;
  kept: ScimObject;
  active: boolean | undefined;
}

export function planCreation(
  resource: ScimObject,
  caller: Caller,
): { input: NewUser; commands: HeadCommand[] } {
  const { name, email, role, settings, kept, active } = wantedBy(resource);
  requireOwnerFor(caller, role);
  const metadata = Object.keys(kept).length > 0 ? { scim: kept } : null;
  return {
    input: { name, email, role, ...settings, metadata },
    commands: active === false ? [{ type: 'suspend_user' }] : [],
  };
}

/** What the resource does not name stays: an identity provider that knows nothing of it must not change it. */
export function planReplacement(user: User, resource: ScimObject, caller: Caller): HeadCommand[] {
  return commandsTo(user, wantedBy(resource), caller);
}

export function planPatch(
  user: User,
  patch: (resource: ScimObject) => ScimObject,
  caller: Caller,
): HeadCommand[] {
  const before = toUserDto(user);
  const { emails, ...rest } = patch(before);
  // While no other address is stored, the one shown follows the user's own.
  const shown = sameJson(emails, emailsOf(user.email)) ? {} : { emails };
  const after = { ...rest, ...shown };
  const named = { displayName: patchedName(before, after), roles: patchedRoles(before, after) };
  const wanted = wantedBy({ ...after, ...named });
  return commandsTo(user, { ...wanted, role: wanted.role ?? 'member' }, caller);
}

function commandsTo(user: User, wanted: Wanted, caller: Caller): HeadCommand[] {
  const { name, email, role = user.role, settings, kept, active } = wanted;
  const before = user.metadata?.['scim'];
  const after = sameJson(kept, storedForm(user)) ? before : kept;
  const change = {
    ...(name !== user.name && { name }),
    ...(email !== user.email && { email }),
    ...(role !== user.role && { role }),
    ...changedSettings(user, settings),
    ...(!sameJson(before, after) && { metadata: { scim: metadataPatch(before, kept) } }),
  };
  const commands: HeadCommand[] = [
    ...(Object.keys(change).length > 0 ? [{ type: 'change_user', ...change } as const] : []),
    ...activation(user, active),
  ];
  if (commands.length > 0) for (const each of [user.role, role]) requireOwnerFor(caller, each);
  return commands;
}

function changedSettings(user: User, settings: UserSettingsInput): UserSettingsInput {
  const isKept = (name: string, value: unknown) => value === (user[name as keyof UserSettingsInput] ?? null);
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => !isKept(name, value)));
}

function storedForm(user: User): ScimObject {
  return toStore(keptOf(user), user.email);
}

function metadataPatch(before: unknown, kept: ScimObject): ScimObject | null {
  if (Object.keys(kept).length === 0) return null;
  return isObject(before) ? patchBetween(before, kept) : kept;
}

function activation({ status }: User, active: boolean | undefined): HeadCommand[] {
  if (active === true && status === 'invited') return [{ type: 'activate_user' }];
  if (active === true && status === 'suspended') return [{ type: 'reactivate_user' }];
  if (active === false && status === 'active') return [{ type: 'suspend_user' }];
  return [];
}

function wantedBy(resource: ScimObject): Wanted {
  const { userName, active } = resource;
  if (typeof userName !== 'string') throw invalid('userName', 'is required');
  return {
    email: userName.trim(),
    name: nameOf(resource, userName).trim(),
    role: roleOf(resource),
    settings: settingsIn(resource),
    kept: toKeep(resource, userName.trim()),
    active: typeof active === 'boolean' ? active : undefined,
  };
}

function nameOf(resource: ScimObject, userName: string): string {
  const { displayName } = resource;
  if (typeof displayName === 'string') return displayName;
  const { formatted } = partsOf(resource);
  return typeof formatted === 'string' ? formatted : joinedName(resource) || userName;
}

function patchedName(before: ScimObject, after: ScimObject): unknown {
  if (after['displayName'] !== before['displayName']) return after['displayName'];
  const { formatted } = partsOf(after);
  if (formatted !== undefined && formatted !== partsOf(before)['formatted']) return formatted;
  const wasJoined = before['displayName'] === joinedName(before);
  return wasJoined ? joinedName(after) || after['displayName'] : after['displayName'];
}

/** Of several roles the previous one gives way to those that were added. */
function patchedRoles(before: ScimObject, after: ScimObject): unknown[] {
  const [now, then] = [before, after].map(({ roles }) => (Array.isArray(roles) ? (roles as unknown[]) : []));
  const added = (then ?? []).filter((role) => !(now ?? []).some((other) => isSameRole(role, other)));
  return added.length > 0 ? added : (then ?? []);
}

function isSameRole(a: unknown, b: unknown): boolean {
  return isObject(a) && isObject(b) && a['value'] === b['value'];
}

function joinedName(resource: ScimObject): string {
  const { givenName, familyName } = partsOf(resource);
  return [givenName, familyName].filter((part) => typeof part === 'string').join(' ');
}

function partsOf({ name }: ScimObject): ScimObject {
  return isObject(name) ? name : {};
}

/** A user has one role: of several the primary one, or else the last. */
function roleOf({ roles }: ScimObject): Role | undefined {
  const list = (Array.isArray(roles) ? (roles as unknown[]) : []).filter(isObject);
  const chosen = list.find(({ primary }) => primary === true) ?? list.at(-1);
  if (!chosen) return undefined;
  const { value } = chosen;
  const role = ROLES.find((each) => typeof value === 'string' && each === value.toLowerCase());
  if (!role) throw invalid('roles.value', `must be one of ${ROLES.join(', ')}`);
  return role;
}
