import type { CommandContext, Outcome, Page, PageRequest, RowResult } from '#libs/directory';
import type { UserId } from '#libs/domain';
import type { RequestTenant } from '../../../auth/caller/caller.js';
import type { ScimGroup, ShownMember } from '../../resources/group-resource.js';

export interface GroupInput {
  name: string;
  externalId: string | null;
}

export interface MemberChange {
  operation: 'add' | 'remove';
  userId: UserId;
}

/** A group as a user of it is shown with it. */
export interface GroupOfUser {
  id: string;
  name: string;
}

/** Of a list that can be walked both ways. */
export interface OrderedRequest extends PageRequest {
  order?: 'ascending' | 'descending' | undefined;
}

/** What can be done with Groups, whatever they are. An id is one of these: what is not matches none. */
export interface GroupKind {
  create: (tenant: RequestTenant, input: GroupInput, command: CommandContext) => Promise<Outcome<ScimGroup>>;
  update: (
    tenant: RequestTenant,
    id: string,
    input: Partial<GroupInput>,
    command: CommandContext,
  ) => Promise<Outcome<ScimGroup>>;
  remove: (tenant: RequestTenant, id: string, command: CommandContext) => Promise<unknown>;
  get: (tenant: RequestTenant, id: string) => Promise<ScimGroup>;
  find: (tenant: RequestTenant, ids: readonly string[]) => Promise<(ScimGroup | undefined)[]>;
  findByExternalId: (tenant: RequestTenant, externalId: string) => Promise<ScimGroup | undefined>;
  findByNamePrefix: (
    tenant: RequestTenant,
    prefix: string,
    request: OrderedRequest,
  ) => Promise<Page<ScimGroup>>;
  list: (tenant: RequestTenant, request: OrderedRequest) => Promise<Page<ScimGroup>>;
  listMembers: (tenant: RequestTenant, id: string, request: PageRequest) => Promise<Page<ShownMember>>;
  /** The first of them, as many as a limit, and whether there are more. @throws DomainError `user_not_found` */
  ofUser: (
    tenant: RequestTenant,
    userId: UserId,
    limit: number,
  ) => Promise<{ groups: GroupOfUser[]; hasMore: boolean }>;
  hasMember: (tenant: RequestTenant, id: string, userId: UserId) => Promise<boolean>;
  /** One result for each row. */
  changeMembers: (
    tenant: RequestTenant,
    id: string,
    rows: readonly MemberChange[],
    command: CommandContext,
  ) => Promise<readonly RowResult<unknown>[]>;
}
