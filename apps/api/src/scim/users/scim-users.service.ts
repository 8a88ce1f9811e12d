import { changeUserAsPlanned, createUser, type Outcome } from '#libs/directory';
import type { User, UserId } from '#libs/domain';
import { directoryProblem } from '../../problems/directory-problems.js';
import { Problem } from '../../problems/problem.js';
import type { Change } from '../../commands/command.js';
import { GROUP_KINDS } from '../groups/kinds/kinds.js';
import { groupLocation } from '../resources/group-resource.js';
import { applyPatch } from '../protocol/apply-patch.js';
import { listResponse } from '../protocol/list-response.js';
import { deactivationIn, readPatch, type PatchOperation } from '../protocol/patch-operations.js';
import { project, readListQuery, shows, type Projection } from '../protocol/query.js';
import type { ScimRequest } from '../protocol/scim-request.js';
import { conformResource, type ScimObject } from '../schema/conform.js';
import { USER_TYPE } from '../schema/schemas.js';
import { planCreation, planPatch, planReplacement } from './user-plan.js';
import { toUserDto } from '../resources/user-resource.js';
import { searchUsers } from './user-search.js';

/** Of one user: more make no list that an answer could show. */
const MAX_SHOWN_GROUPS = 1_000;

export function createScimUser(
  { tenant, caller, command }: Change,
  body: ScimObject,
): Promise<Outcome<User>> {
  const { input, commands } = planCreation(conformResource(body, USER_TYPE), caller);
  return createUser(tenant, input, command, commands);
}

export async function listScimUsers(scim: ScimRequest): Promise<ScimObject> {
  const query = readListQuery(scim.query, USER_TYPE);
  const found = await searchUsers(scim, query);
  const shown = found.items.map((user) => showScimUser(scim, user, query.projection));
  return listResponse(found, await Promise.all(shown));
}

export function replaceScimUser(
  { tenant, caller, command }: Change,
  userId: UserId,
  body: ScimObject,
): Promise<Outcome<User>> {
  const resource = conformResource(body, USER_TYPE);
  const plan = (user: User) => planReplacement(user, resource, caller);
  return changeUserAsPlanned(tenant, userId, plan, command);
}

/**
 * All of a PATCH or nothing, with one exception: somebody who leaves must not keep their access because an attribute is refused.
 * @throws Problem that says so, if only `active: false` was applied
 */
export async function patchScimUser(
  change: Change,
  userId: UserId,
  body: ScimObject,
): Promise<Outcome<User>> {
  try {
    return await applied(change, userId, readPatch(body, USER_TYPE));
  } catch (error) {
    const refusal = error instanceof Problem ? error : directoryProblem(error);
    const deactivation = deactivationIn(body, USER_TYPE);
    const { command } = change;
    if (!refusal || !deactivation || command.dryRun) throw error;
    // Under the key of the request is no answer: sent again, all of it is tried again.
    const alone = { ...change, command: { ...command, receipt: undefined } };
    const isApplied = await applied(alone, userId, [deactivation]).then(
      () => true,
      () => false,
    );
    if (!isApplied) throw error;
    const { code, detail, status, headers, errors } = refusal;
    const said = `active is now false, but nothing else was changed: ${detail}`;
    throw new Problem(code, said, { status, headers, errors, cause: error });
  }
}

function applied(
  { tenant, caller, command }: Change,
  userId: UserId,
  operations: readonly PatchOperation[],
): Promise<Outcome<User>> {
  const plan = (user: User) => planPatch(user, (resource) => applyPatch(resource, operations), caller);
  return changeUserAsPlanned(tenant, userId, plan, command);
}

type Asked = Pick<ScimRequest, 'tenant' | 'base'>;

export async function showScimUser(asked: Asked, user: User, projection: Projection): Promise<ScimObject> {
  const resource = toUserDto(user, asked.base);
  if (!shows(projection, 'groups', false)) return project(resource, projection);
  return project({ ...resource, groups: await groupsOf(asked, user) }, projection);
}

async function groupsOf({ tenant, base }: Asked, { userId, accountId }: User): Promise<ScimObject[]> {
  const { groups, hasMore } = await GROUP_KINDS[base].ofUser(tenant, userId, MAX_SHOWN_GROUPS);
  if (hasMore)
    throw new Problem('too_many_results', `A user is shown with at most ${MAX_SHOWN_GROUPS} groups.`);
  return groups.map(({ id, name }) => ({
    value: id,
    $ref: groupLocation({ base, accountId }, id),
    display: name,
  }));
}
