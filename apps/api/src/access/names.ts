import { findIdsByExternalIds, type ExternalIds } from '#libs/directory';
import { EXTERNAL_ID_MAX_LENGTH, type ServiceGroupId, type UserId } from '#libs/domain';
import type { RequestTenant } from '../auth/caller/caller.js';
import { isServiceGroupId, isUserId, SERVICE_GROUP_ID, USER_ID } from '../http/input/ids.js';
import { fieldProblem } from '../problems/problem.js';

const PREFIX = 'external:';

/** An id, or `external:` and an external id: `external:prod`. No id has a colon. */
const orExternalId = ({ source }: RegExp) =>
  new RegExp(`^(${source.slice(1, -1)}|${PREFIX}.{1,${EXTERNAL_ID_MAX_LENGTH}})$`);
export const USER_NAME = orExternalId(USER_ID);
export const SERVICE_GROUP_NAME = orExternalId(SERVICE_GROUP_ID);

/** As in a question: undefined is a side that it leaves open. */
export interface Names {
  subject?: string | undefined;
  resource?: string | undefined;
}

export interface Named {
  userId: UserId;
  serviceGroupId: ServiceGroupId;
  /** Those by which they were named. */
  externalIds: ExternalIds;
}

/** What an external id that nobody has stands for, so that it is answered, and costs, as an id that nobody has. */
const UNKNOWN_IDS = {
  user: 'user_00000000000000000000000000',
  group: 'sgrp_00000000000000000000000000',
} as const;

/** Only with an external id does it cost a table call. No tenant: there is nobody. */
export async function resolveNames(tenant: RequestTenant | undefined, names: Names): Promise<Named> {
  const { subject = '', resource = '' } = names;
  const externalIds = { user: externalIdIn(subject), serviceGroup: externalIdIn(resource) };
  const isNamed = Object.values(externalIds).some((each) => each !== undefined);
  const found = tenant && isNamed ? await findIdsByExternalIds(tenant, externalIds) : {};
  return {
    userId: isUserId(subject) ? subject : (found.userId ?? UNKNOWN_IDS.user),
    serviceGroupId: isServiceGroupId(resource) ? resource : (found.serviceGroupId ?? UNKNOWN_IDS.group),
    externalIds,
  };
}

export function isExternal(name: string | undefined): boolean {
  return name?.startsWith(PREFIX) === true;
}

/** External ids change hands, and only who has one now is known. @throws Problem */
export function requireIds(names: Names): void {
  const errors = (['subject', 'resource'] as const).flatMap((side) =>
    isExternal(names[side])
      ? [
          {
            code: 'not_allowed_value',
            detail: `${side}.id must be an id if as_of is given.`,
            pointer: `/${side}/id`,
          } as const,
        ]
      : [],
  );
  if (errors.length > 0) throw fieldProblem(errors);
}

function externalIdIn(name: string): string | undefined {
  return isExternal(name) ? name.slice(PREFIX.length) : undefined;
}
