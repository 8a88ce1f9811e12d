import type { RollbookClient, Schemas } from '@rollbook/client';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Whose service groups. The client's token is the user's own, or has the permission `memberships:read`. */
export interface OfUser {
  rollbook: RollbookClient;
  accountId: string;
  userId: string;
  /**
   * Only the service groups in which the user may do this: a permission of an access role, such as `logs.read`. A token that is not the user's own
   * then needs `access-roles:read`, too.
   */
  permission?: string | undefined;
}

export interface ServiceGroup {
  id: string;
  name: string;
  /** When the last way in ends by itself, ISO 8601. Absent: one has no end. */
  expiresAt?: string;
  /** Of the user's own membership. Absent: it has none, or only a team opens the service group. */
  accessRole?: { id: string; key: string };
}

export interface ServiceGroups {
  /** What was read last, by name. Undefined until something was. */
  serviceGroups: ServiceGroup[] | undefined;
  /** Why the last attempt to read failed: a `RollbookError` or a `ConnectionError`. */
  error: unknown;
  /** Reads again. */
  reload: () => void;
}

/** `setTimeout` takes no more: https://developer.mozilla.org/docs/Web/API/Window/setTimeout#maximum_delay_value */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** What every membership allows. */
const ENTER = 'enter';

const AFTER_AN_END_MS = 1_000;
const BETWEEN_LOOKS_MS = 30_000;

/**
 * The service groups that a user may enter, by a membership or a team, or in which they may do something, all of them, in the order of their names. It reads again when the page is looked at again
 * and when a membership ends. Each read is by the client of the last rendering; another client alone is no reason to read.
 */
export function useServiceGroups({ rollbook, accountId, userId, permission }: OfUser): ServiceGroups {
  const [found, setFound] = useState<Found>();
  const [times, setTimes] = useState(0);
  const reload = useCallback(() => setTimes((before) => before + 1), []);
  const whose = `${accountId} ${userId} ${permission ?? ENTER}`;
  const current = found?.whose === whose ? found : undefined;

  // No dependency: a client that is made while rendering is another one each time.
  const client = useRef(rollbook);
  useEffect(() => {
    client.current = rollbook;
  });

  useEffect(() => {
    const abort = new AbortController();
    read({ rollbook: client.current, accountId, userId, permission }, abort.signal).then(
      (serviceGroups) => setFound({ whose, serviceGroups, error: undefined }),
      (error: unknown) => {
        if (!abort.signal.aborted) setFound((before) => failed(before, whose, error));
      },
    );
    return () => abort.abort();
  }, [accountId, userId, permission, whose, times]);

  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && reload();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [reload]);

  const ends = (current?.serviceGroups ?? []).flatMap(({ expiresAt }) => (expiresAt ? [expiresAt] : []));
  const nextEnd = ends.sort()[0];
  useEffect(() => {
    if (nextEnd === undefined) return undefined;
    const left = Date.parse(nextEnd) - Date.now();
    // What has ended by this clock and is still listed ends when the API's says so.
    const delay = left > 0 ? left + AFTER_AN_END_MS : BETWEEN_LOOKS_MS;
    const timer = setTimeout(reload, Math.min(delay, LONGEST_DELAY_MS));
    return () => clearTimeout(timer);
  }, [nextEnd, times, reload]);

  return { serviceGroups: current?.serviceGroups, error: current?.error, reload };
}

interface Found {
  /** Of whom, and for what: what was found for somebody else is never shown. */
  whose: string;
  serviceGroups: ServiceGroup[] | undefined;
  error: unknown;
}

/** What was read before stays. */
function failed(before: Found | undefined, whose: string, error: unknown): Found {
  return { whose, serviceGroups: before?.whose === whose ? before.serviceGroups : undefined, error };
}

async function read(
  { rollbook, accountId, userId, permission = ENTER }: OfUser,
  signal: AbortSignal,
): Promise<ServiceGroup[]> {
  const found: ServiceGroup[] = [];
  const memberships = rollbook.each('/v1/accounts/{accountId}/users/{userId}/service-groups', {
    path: { accountId, userId },
    query: { limit: 100, paths: 'all' },
    signal,
  });
  const rolesOf = new Map<string, string[]>();
  for await (const membership of memberships) {
    found.push(serviceGroupOf(membership));
    rolesOf.set(membership.serviceGroup.id, rolesIn(membership));
  }
  const inOrder = found.sort((one, other) => one.name.localeCompare(other.name));
  if (permission === ENTER) return inOrder;
  const { accessRoles } = await rollbook.get('/v1/accounts/{accountId}/access-roles', {
    path: { accountId },
    signal,
  });
  // By id: a role whose key was made anew is another one.
  const allowing = new Set(
    accessRoles.filter(({ permissions }) => permissions.includes(permission)).map(({ id }) => id),
  );
  return inOrder.filter(({ id }) => rolesOf.get(id)!.some((role) => allowing.has(role)));
}

/** The ids of those of all ways in: a membership of the user, and teams. */
function rolesIn({ accessRole, via = [] }: Schemas['Membership']): string[] {
  return [accessRole, ...via.map((path) => path.accessRole)].flatMap((role) => (role ? [role.id] : []));
}

function serviceGroupOf({ serviceGroup, expiresAt, accessRole }: Schemas['Membership']): ServiceGroup {
  const { id, name } = serviceGroup;
  return { id, name, ...(expiresAt !== undefined && { expiresAt }), ...(accessRole && { accessRole }) };
}
