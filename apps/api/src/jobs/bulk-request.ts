import {
  isAboutAccess,
  isAboutGroups,
  isAboutTeams,
  selectsOwners,
  type BulkRequest,
  type TriedBulk,
} from '#libs/directory';
import {
  mayManageAdmins,
  mayManageOwners,
  requireScope,
  type Caller,
  type RequestTenant,
} from '../auth/caller/caller.js';
import { hasRecentSignIn, requireRecentSignIn } from '../auth/caller/recent-sign-in.js';
import { warningsOf } from '../memberships/changed-memberships.js';
import type { ChangeWarningDto } from '../memberships/matrix.dto.js';
import { fieldProblem, type FieldError } from '../problems/problem.js';
import { requireOwnerFor } from '../auth/caller/owner-rules.js';
import type { CreateBulkJobDto } from './bulk-jobs.dto.js';

const COSTS_ACCESS = ['suspend', 'remove', 'change_role'];

export function bulkRequestOf(caller: Caller, input: CreateBulkJobDto): BulkRequest {
  const { action, userIds, ifVersions, query, serviceGroupIds = [], role, expiresAt, reason } = input;
  const { accessRole, teamIds } = input;
  const [aboutGroups, aboutTeams] = [isAboutGroups({ action }), isAboutTeams({ action })];
  const adds = action === 'add_to_groups' || action === 'add_to_teams';
  const errors = [
    ...wantedIf(true, userIds ?? query, 'userIds'),
    ...(userIds && query ? [unexpected('query', 'Either userIds or query is required, not both.')] : []),
    ...versionsOf(input),
    ...wantedIf(aboutGroups, input.serviceGroupIds, 'serviceGroupIds'),
    ...wantedIf(aboutTeams, teamIds, 'teamIds'),
    ...wantedIf(action === 'change_role', role, 'role'),
    ...(adds ? [] : [...notWanted(expiresAt, 'expiresAt'), ...notWanted(reason, 'reason')]),
    ...(action === 'add_to_groups'
      ? []
      : wantedIf(action === 'change_access_role', accessRole, 'accessRole')),
  ];
  if (errors.length > 0) throw fieldProblem(errors);
  const otherwise = aboutGroups ? 'memberships:write' : 'users:write';
  requireScope(caller, aboutTeams ? 'teams:write' : otherwise);
  requireOwnerFor(caller, role);
  const selection = userIds
    ? { users: userIds.map((userId, index) => ({ userId, ifVersion: ifVersions?.[index] })) }
    : { query: { ...query } };
  return {
    action,
    serviceGroupIds: [...new Set(serviceGroupIds)],
    ...(teamIds && { teamIds: [...new Set(teamIds)] }),
    ...(role && { role }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(reason !== undefined && { reason }),
    ...(accessRole !== undefined && { accessRole }),
    mayManageOwners: mayManageOwners(caller),
    mayManageAdmins: mayManageAdmins(caller),
    selection,
  };
}

function versionsOf({ userIds, ifVersions }: CreateBulkJobDto): FieldError[] {
  if (ifVersions === undefined) return [];
  if (userIds === undefined) return [unexpected('ifVersions', 'ifVersions can only be sent with userIds.')];
  if (ifVersions.length === userIds.length) return [];
  return [unexpected('ifVersions', 'ifVersions must have one version for each of userIds.')];
}

/**
 * Without a recent sign-in no owner is changed: none that is selected, and none who becomes one later.
 * @throws Problem `recent_sign_in_needed`
 */
export async function onRecentSignIn(
  tenant: RequestTenant,
  caller: Caller,
  request: BulkRequest,
): Promise<BulkRequest> {
  if (!request.mayManageOwners || hasRecentSignIn(caller)) return request;
  if (!isAboutAccess(request) && (await selectsOwners(tenant, request.selection)))
    requireRecentSignIn(caller);
  return { ...request, mayManageOwners: false };
}

function wantedIf(isWanted: boolean, value: unknown, field: string): FieldError[] {
  if (isWanted === (value !== undefined)) return [];
  if (!isWanted) return [unexpected(field, `${field} is not supported for this action.`)];
  return [{ code: 'required', detail: `${field} is required.`, pointer: `/${field}` }];
}

function notWanted(value: unknown, field: string): FieldError[] {
  return value === undefined ? [] : wantedIf(false, value, field);
}

function unexpected(field: string, detail: string): FieldError {
  return { code: 'not_allowed_value', detail, pointer: `/${field}` };
}

export function bulkWarnings(
  { tried, groups }: TriedBulk,
  { action, serviceGroupIds }: BulkRequest,
  callerId: string,
): ChangeWarningDto[] {
  const changed = tried.filter(({ events }) => events.length > 0);
  if (COSTS_ACCESS.includes(action) && changed.some(({ userId }) => userId === callerId))
    return [
      {
        code: 'own_access',
        detail: 'You are one of them.',
        serviceGroupId: null,
        removed: changed.length,
        memberCount: null,
      },
    ];
  if (action !== 'remove_from_groups') return [];
  const results = changed.flatMap(({ userId, events }) =>
    serviceGroupIds
      .filter((id) => events.some(({ data }) => 'serviceGroupId' in data && data.serviceGroupId === id))
      .map((serviceGroupId) => ({ userId, serviceGroupId, action: 'remove', outcome: 'done' }) as const),
  );
  return warningsOf(results, groups, callerId);
}
