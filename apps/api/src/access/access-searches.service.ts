import { Injectable } from '@nestjs/common';
import {
  listActions,
  listActionsAsOf,
  listAllowedMembersAsOf,
  listAllowedServiceGroupsAsOf,
  listServiceGroupsByPaths,
  listWhoMay,
  type AllowedUser,
  type MembershipByPaths,
  type Page,
  type PageRequest,
} from '#libs/directory';
import type { Caller } from '../auth/caller/caller.js';
import type { RequestDirectory } from '../directory/request-directory.js';
import { DEFAULT_LIMIT } from '../http/query/list.dto.js';
import { isNotThere, isOpen, questionAbout, requireMayCheckOthers } from './question.js';
import type {
  ActionSearchDto,
  ActionSearchResultDto,
  FoundDto,
  ResourceSearchDto,
  SearchPageDto,
  SearchResultDto,
  SubjectSearchDto,
} from './access.dto.js';

@Injectable()
export class AccessSearchesService {
  async searchSubjects(
    directory: RequestDirectory,
    caller: Caller,
    { resource, action, context, page }: SubjectSearchDto,
  ): Promise<SearchResultDto> {
    requireMayCheckOthers(caller);
    const names = { resource: resource.id };
    const { asOf, tenant, serviceGroupId } = await questionAbout(names, directory, caller, context);
    if (!tenant || !(await isOpen(tenant, caller, asOf))) return NOTHING_FOUND;
    const listed = await pageOf(directory, page, (request) =>
      asOf === undefined
        ? listWhoMay(tenant, serviceGroupId, action.name, request)
        : listAllowedMembersAsOf(tenant, serviceGroupId, action.name, asOf, request),
    );
    return toResult(onlyActive(listed), toUserDto);
  }

  async searchResources(
    directory: RequestDirectory,
    caller: Caller,
    { subject, action: { name: action }, context, page }: ResourceSearchDto,
  ): Promise<SearchResultDto> {
    const names = { subject: subject.id };
    const { asOf, tenant, userId } = await questionAbout(names, directory, caller, context);
    if (!tenant || !(await isOpen(tenant, caller, asOf))) return NOTHING_FOUND;
    const listed = await pageOf(directory, page, (request) =>
      asOf === undefined
        ? listServiceGroupsByPaths(tenant, userId, { ...request, action })
        : listAllowedServiceGroupsAsOf(tenant, userId, action, asOf, request),
    );
    return toResult(onlyActive(listed), toServiceGroupDto);
  }

  async searchActions(
    directory: RequestDirectory,
    caller: Caller,
    { subject, resource, context, page }: ActionSearchDto,
  ): Promise<ActionSearchResultDto> {
    const names = { subject: subject.id, resource: resource.id };
    const question = await questionAbout(names, directory, caller, context);
    const { asOf, tenant, userId, serviceGroupId, externalIds } = question;
    if (!tenant) return NOTHING_FOUND;
    const listed = await pageOf(directory, page, (request) =>
      asOf === undefined
        ? listActions(tenant, userId, serviceGroupId, request, externalIds)
        : listActionsAsOf(tenant, userId, serviceGroupId, asOf, request),
    );
    if (listed.items.length === 0) directory.maskCapacity();
    return toResult(listed, (name) => ({ name }));
  }
}

const NOTHING_FOUND: SearchResultDto & ActionSearchResultDto = { results: [], page: { next_token: '' } };

/** Of what is not there: an empty one. */
async function pageOf<Item>(
  directory: RequestDirectory,
  { limit = DEFAULT_LIMIT, token }: SearchPageDto = {},
  list: (page: PageRequest) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  try {
    return await list({ limit, cursor: token || undefined });
  } catch (error) {
    if (!isNotThere(error)) throw error;
    directory.maskCapacity();
    return { items: [], cursor: undefined };
  }
}

/** Without the memberships of users who are, or were, not active, and may not do anything. */
function onlyActive<Item extends Pick<AllowedUser, 'userStatus'>>({ items, cursor }: Page<Item>): Page<Item> {
  return { items: items.filter(({ userStatus }) => userStatus === 'active'), cursor };
}

function toResult<Item, Dto>(
  { items, cursor }: Page<Item>,
  toDto: (item: Item) => Dto,
): { results: Dto[]; page: { next_token: string } } {
  return { results: items.map(toDto), page: { next_token: cursor ?? '' } };
}

function toUserDto({ userId: id, userName: name }: AllowedUser): FoundDto {
  return { type: 'user', id, properties: { name } };
}

function toServiceGroupDto({ serviceGroupId: id, serviceGroupName: name }: MembershipByPaths): FoundDto {
  return { type: 'service_group', id, properties: { name } };
}
