import { Injectable } from '@nestjs/common';
import {
  changeUserAsPlanned,
  createUserAfter,
  getUser,
  listServiceGroupsOfUser,
  type CommandContext,
  type Outcome,
} from '#libs/directory';
import type { User } from '#libs/domain';
import type { Caller, RequestTenant } from '../../access-control/caller.js';
import { Problem } from '../../problems/problem.js';
import { UsersService } from '../../users/users.service.js';
import { groupLocation } from '../groups/group-resource.js';
import { applyPatch } from '../protocol/apply-patch.js';
import { listResponse } from '../protocol/list-response.js';
import { readPatch } from '../protocol/patch-operations.js';
import { project, readListQuery, shows, type Projection, type QueryString } from '../protocol/query.js';
import { conformResource, type ScimObject } from '../schema/conform.js';
import { USER_TYPE } from '../schema/schemas.js';
import { planCreation, planPatch, planReplacement } from './user-plan.js';
import { toUserDto } from './user-resource.js';
import { searchUsers } from './user-search.js';

/** Of one user: more make no list that an answer could show. */
const MOST_SHOWN_GROUPS = 1_000;

@Injectable()
export class ScimUsersService {
  constructor(private readonly users: UsersService) {}

  async create(
    tenant: RequestTenant,
    caller: Caller,
    body: ScimObject,
    command: CommandContext,
  ): Promise<User> {
    const { input, commands } = planCreation(conformResource(body, USER_TYPE), caller);
    return stateOf(await createUserAfter(tenant.directory, tenant, input, commands, command));
  }

  get(tenant: RequestTenant, userId: string): Promise<User> {
    return getUser(tenant.directory, tenant, userId);
  }

  async list(tenant: RequestTenant, queryString: QueryString): Promise<ScimObject> {
    const query = readListQuery(queryString, USER_TYPE);
    const found = await searchUsers(tenant.directory, tenant, query);
    const shown = found.items.map((user) => this.show(tenant, user, query.projection));
    return listResponse(found, await Promise.all(shown));
  }

  async replace(
    tenant: RequestTenant,
    caller: Caller,
    userId: string,
    body: ScimObject,
    command: CommandContext,
  ): Promise<User> {
    const resource = conformResource(body, USER_TYPE);
    const plan = (user: User) => planReplacement(user, resource, caller);
    return stateOf(await changeUserAsPlanned(tenant.directory, tenant, userId, plan, command));
  }

  async patch(
    tenant: RequestTenant,
    caller: Caller,
    userId: string,
    body: ScimObject,
    command: CommandContext,
  ): Promise<User> {
    const operations = readPatch(body, USER_TYPE);
    const plan = (user: User) => planPatch(user, (resource) => applyPatch(resource, operations), caller);
    return stateOf(await changeUserAsPlanned(tenant.directory, tenant, userId, plan, command));
  }

  async remove(
    tenant: RequestTenant,
    caller: Caller,
    userId: string,
    command: CommandContext,
  ): Promise<void> {
    await this.users.remove(tenant, caller, userId, command);
  }

  async show(tenant: RequestTenant, user: User, projection: Projection): Promise<ScimObject> {
    const resource = toUserDto(user);
    if (!shows(projection, 'groups', false)) return project(resource, projection);
    return project({ ...resource, groups: await this.groupsOf(tenant, user) }, projection);
  }

  private async groupsOf(tenant: RequestTenant, { userId, accountId }: User): Promise<ScimObject[]> {
    const request = { limit: MOST_SHOWN_GROUPS };
    const { items, cursor } = await listServiceGroupsOfUser(tenant.directory, tenant, userId, request);
    if (cursor !== undefined)
      throw new Problem('too_many_results', `A user is shown with at most ${MOST_SHOWN_GROUPS} groups.`);
    return items.map(({ serviceGroupId, serviceGroupName }) => ({
      value: serviceGroupId,
      $ref: groupLocation(accountId, serviceGroupId),
      display: serviceGroupName,
    }));
  }
}

export function stateOf<State>({ state, answeredBefore }: Outcome<State>): State {
  return answeredBefore ? (JSON.parse(String(answeredBefore.answer)) as State) : state;
}
