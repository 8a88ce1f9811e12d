import { Inject, Injectable } from '@nestjs/common';
import {
  createServiceGroup,
  getServiceGroup,
  removeServiceGroup,
  updateServiceGroup,
  type CommandContext,
  type Directory,
  type Tenant,
} from '#libs/directory';
import { DomainError, type ServiceGroup } from '#libs/domain';
import { DIRECTORY } from '../../directory/directory.module.js';
import { listResponse } from '../protocol/list-response.js';
import { readPatch, type PatchOperation } from '../protocol/patch-operations.js';
import { project, readListQuery, shows, type Projection, type QueryString } from '../protocol/query.js';
import { conformResource, conformValue, invalid, type ScimObject } from '../schema/conform.js';
import { GROUP_TYPE } from '../schema/schemas.js';
import { stateOf } from '../users/scim-users.service.js';
import { representGroup } from './group-resource.js';
import { searchGroups } from './group-search.js';
import {
  changeMembers,
  checkMembers,
  memberIds,
  MOST_SHOWN_MEMBERS,
  plannedByPatch,
  plannedByReplacement,
  shownMembers,
} from './members.js';

/** What a request says of the group itself. */
interface GroupChange {
  name?: string;
  externalId?: string | null;
}

/** All groups of one list together are shown with no more members. */
const MOST_LISTED_MEMBERS = 10_000;

@Injectable()
export class ScimGroupsService {
  constructor(@Inject(DIRECTORY) private readonly directory: Directory) {}

  async create(tenant: Tenant, body: ScimObject, command: CommandContext): Promise<ServiceGroup> {
    const { name, externalId } = groupIn(body);
    const change = { add: new Set(memberIds(membersIn(body))), remove: new Set<string>() };
    await checkMembers(this.directory, tenant, change);
    const input = { name, externalId };
    const group = stateOf(await createServiceGroup(this.directory, tenant, input, command));
    await changeMembers(this.directory, tenant, group.serviceGroupId, change, command);
    return group;
  }

  get(tenant: Tenant, serviceGroupId: string): Promise<ServiceGroup> {
    return getServiceGroup(this.directory, tenant, serviceGroupId);
  }

  async list(tenant: Tenant, queryString: QueryString): Promise<ScimObject> {
    const query = readListQuery(queryString, GROUP_TYPE);
    const found = await searchGroups(this.directory, tenant, query);
    const resources: ScimObject[] = [];
    let room = MOST_LISTED_MEMBERS;
    for (const group of found.items) {
      const shown = await this.show(tenant, group, query.projection, Math.min(room, MOST_SHOWN_MEMBERS));
      room -= Array.isArray(shown['members']) ? shown['members'].length : 0;
      resources.push(shown);
    }
    return listResponse(found, resources);
  }

  async replace(
    tenant: Tenant,
    serviceGroupId: string,
    body: ScimObject,
    command: CommandContext,
  ): Promise<ServiceGroup> {
    const { name, externalId } = groupIn(body);
    await this.get(tenant, serviceGroupId);
    const wanted = membersIn(body);
    // A client that was shown a group without its members sends it back without them.
    const change =
      wanted === undefined
        ? { add: new Set<string>(), remove: new Set<string>() }
        : await plannedByReplacement(this.directory, tenant, serviceGroupId, memberIds(wanted));
    await checkMembers(this.directory, tenant, change);
    const group = await this.change(tenant, serviceGroupId, { name, externalId }, command);
    await changeMembers(this.directory, tenant, serviceGroupId, change, command);
    return group;
  }

  async patch(
    tenant: Tenant,
    serviceGroupId: string,
    body: ScimObject,
    command: CommandContext,
  ): Promise<ServiceGroup> {
    const operations = readPatch(body, GROUP_TYPE);
    const before = await this.get(tenant, serviceGroupId);
    const isAboutMembers = ({ target }: PatchOperation) => target.attribute.name === 'members';
    const group = operations
      .filter((operation) => !isAboutMembers(operation))
      .reduce<GroupChange>(groupPatched, {});
    const onMembers = operations.filter(isAboutMembers);
    const members = await plannedByPatch(this.directory, tenant, serviceGroupId, onMembers);
    await checkMembers(this.directory, tenant, members);
    const isChanged = Object.keys(group).length > 0 || command.expectedVersion !== undefined;
    const after = isChanged ? await this.change(tenant, serviceGroupId, group, command) : before;
    await changeMembers(this.directory, tenant, serviceGroupId, members, command);
    return after;
  }

  async remove(tenant: Tenant, serviceGroupId: string, command: CommandContext): Promise<void> {
    await removeServiceGroup(this.directory, tenant, serviceGroupId, command);
  }

  /** The resource as the client wants to see it. */
  async show(
    tenant: Tenant,
    group: ServiceGroup,
    projection: Projection,
    mostMembers = MOST_SHOWN_MEMBERS,
  ): Promise<ScimObject> {
    const members = shows(projection, 'members', true)
      ? await shownMembers(this.directory, tenant, group.serviceGroupId, mostMembers)
      : undefined;
    return project(representGroup(group, members), projection);
  }

  /** Checks the version that the client has seen, also when nothing of the group itself changes. */
  private async change(
    tenant: Tenant,
    serviceGroupId: string,
    change: GroupChange,
    command: CommandContext,
  ): Promise<ServiceGroup> {
    return stateOf(await updateServiceGroup(this.directory, tenant, serviceGroupId, change, command));
  }
}

function membersIn(body: ScimObject): unknown {
  const key = Object.keys(body).find((each) => each.toLowerCase() === 'members');
  return key === undefined ? undefined : body[key];
}

function groupIn(body: ScimObject): { name: string; externalId: string | null } {
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
