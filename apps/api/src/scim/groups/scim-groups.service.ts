import { executeTogether, type Outcome } from '#libs/directory';
import { DomainError } from '#libs/domain';
import { stateOf } from '../../commands/command-answer.js';
import { listResponse } from '../protocol/list-response.js';
import { readPatch, type PatchOperation } from '../protocol/patch-operations.js';
import { project, readListQuery, shows, type Projection } from '../protocol/query.js';
import type { ScimChange, ScimRequest } from '../protocol/scim-request.js';
import { conformResource, conformValue, invalid, type ScimObject } from '../schema/conform.js';
import { GROUP_TYPE } from '../schema/schemas.js';
import { addressOfGroup, idOfGroup, toGroupDto, type ScimGroup } from '../resources/group-resource.js';
import { searchGroups } from './group-search.js';
import type { GroupInput } from './kinds/group-kind.js';
import { GROUP_KINDS } from './kinds/kinds.js';
import {
  changeMembers,
  checkMembers,
  memberIds,
  MAX_SHOWN_MEMBERS,
  plannedByPatch,
  plannedByReplacement,
  reportSuspended,
  shownMembers,
} from './members.js';
import type { RequestTenant } from '../../auth/caller/caller.js';

type GroupChange = Partial<GroupInput>;

/** All groups of one list together are shown with no more members. */
const MAX_LISTED_MEMBERS = 10_000;

export async function createScimGroup(
  { tenant, base, command }: ScimChange,
  body: ScimObject,
): Promise<Outcome<ScimGroup>> {
  const { name, externalId } = groupIn(body);
  const change = { add: new Set(memberIds(membersIn(body))), remove: new Set<string>() };
  await checkMembers(tenant, change);
  const input = { name, externalId };
  const outcome = await GROUP_KINDS[base].create(tenant, input, command);
  // The group exists: an error would make the client create it again. The answer shows its members.
  await changeMembers(tenant, { base, id: idOfGroup(stateOf(outcome)) }, change, command);
  return outcome;
}

export async function listScimGroups(scim: ScimRequest): Promise<ScimObject> {
  const { tenant } = scim;
  const query = readListQuery(scim.query, GROUP_TYPE);
  const found = await searchGroups(scim, query);
  const resources: ScimObject[] = [];
  let room = MAX_LISTED_MEMBERS;
  for (const group of found.items) {
    const shown = await showScimGroup(tenant, group, query.projection, Math.min(room, MAX_SHOWN_MEMBERS));
    room -= Array.isArray(shown['members']) ? shown['members'].length : 0;
    resources.push(shown);
  }
  return listResponse(found, resources);
}

export async function replaceScimGroup(
  { tenant, base, command }: ScimChange,
  id: string,
  body: ScimObject,
): Promise<Outcome<ScimGroup>> {
  const kind = GROUP_KINDS[base];
  const at = { base, id };
  const input = groupIn(body);
  return executeTogether(tenant, command, async () => {
    await kind.get(tenant, id);
    const wanted = membersIn(body);
    // A client that was shown a group without its members sends it back without them.
    const change =
      wanted === undefined
        ? { add: new Set<string>(), remove: new Set<string>() }
        : await plannedByReplacement(tenant, at, memberIds(wanted));
    await checkMembers(tenant, change);
    return async (context) => {
      const { state } = await kind.update(tenant, id, input, context);
      reportSuspended(await changeMembers(tenant, at, change, context));
      return state;
    };
  });
}

export async function patchScimGroup(
  { tenant, base, command }: ScimChange,
  id: string,
  body: ScimObject,
): Promise<Outcome<ScimGroup>> {
  const kind = GROUP_KINDS[base];
  const at = { base, id };
  const operations = readPatch(body, GROUP_TYPE);
  return executeTogether(tenant, command, async () => {
    const before = await kind.get(tenant, id);
    const isAboutMembers = ({ target }: PatchOperation) => target.attribute.name === 'members';
    const group = operations
      .filter((operation) => !isAboutMembers(operation))
      .reduce<GroupChange>(groupPatched, {});
    const onMembers = operations.filter(isAboutMembers);
    const members = await plannedByPatch(tenant, at, onMembers);
    await checkMembers(tenant, members);
    return async (context) => {
      // The version that the client has seen is checked even if nothing of the group itself changes.
      const isChanged = Object.keys(group).length > 0 || context.expectedVersion !== undefined;
      const after = isChanged ? (await kind.update(tenant, id, group, context)).state : before;
      reportSuspended(await changeMembers(tenant, at, members, context));
      return after;
    };
  });
}

export async function showScimGroup(
  tenant: RequestTenant,
  group: ScimGroup,
  projection: Projection,
  mostMembers = MAX_SHOWN_MEMBERS,
): Promise<ScimObject> {
  const members = shows(projection, 'members', true)
    ? await shownMembers(tenant, { ...addressOfGroup(group), id: idOfGroup(group) }, mostMembers)
    : undefined;
  return project(toGroupDto(group, members), projection);
}

function membersIn(body: ScimObject): unknown {
  const key = Object.keys(body).find((each) => each.toLowerCase() === 'members');
  return key === undefined ? undefined : body[key];
}

function groupIn(body: ScimObject): GroupInput {
  const withoutMembers = Object.entries(body).filter(([key]) => key.toLowerCase() !== 'members');
  const { displayName, externalId } = conformResource(Object.fromEntries(withoutMembers), GROUP_TYPE);
  if (typeof displayName !== 'string') throw invalid('displayName', 'is required');
  return { name: displayName, externalId: typeof externalId === 'string' ? externalId : null };
}

function groupPatched(change: GroupChange, { op, target, value }: PatchOperation): GroupChange {
  const { attribute } = target;
  const given = op === 'remove' ? undefined : conformValue(value, attribute, attribute.name);
  if (attribute.name === 'externalId')
    return { ...change, externalId: typeof given === 'string' ? given : null };
  if (typeof given !== 'string')
    throw new DomainError('invalid_name', 'A group must have a displayName.', 'displayName');
  return { ...change, name: given };
}
