import {
  evolveAccount,
  evolveServiceGroup,
  evolveUser,
  initialAccount,
  initialServiceGroup,
  initialUser,
  isHeld,
  type DomainEvent,
  type UserState,
} from '#libs/domain';
import type { World } from '../run/world.js';
import { BEGINS_AT } from '../scheduler/process.js';
import type { AccountHistory } from './history.js';

/** An end that is this near may be seen on either side. */
const NEAR_MS = 30_000;

const folded = <S>(events: readonly DomainEvent[], evolve: (state: S, event: never) => S, initial: S): S =>
  events.reduce((state, event) => evolve(state, event as never), initial);

/** Every guard is open, young enough, and knows for each user just the service groups that the events give. */
export function guardComplaints(world: World, histories: readonly AccountHistory[]): string[] {
  const { guards, accounts } = world.swarm;
  const complaints: string[] = [];
  if (world.guards.size < guards * accounts)
    complaints.push(`GUARD: ${guards * accounts - world.guards.size} are not open`);
  for (const [name, { accountId, guard }] of world.guards) {
    const { isReady, ageMs } = guard.status();
    if (!isReady) complaints.push(`GUARD: ${name} is ${ageMs} ms old`);
    const history = histories.find((each) => each.accountId === accountId);
    if (!isReady || !history) continue;
    const expected = entering(history, BEGINS_AT + world.scheduler.now);
    for (const [userId, { surely, perhaps }] of expected) {
      const known = guard.groupsOf(userId);
      for (const id of surely)
        if (!known.includes(id))
          complaints.push(`GUARD: ${name} does not know that ${userId} may enter ${id}`);
      for (const id of known)
        if (!perhaps.has(id)) complaints.push(`GUARD: ${name} lets ${userId} into ${id}`);
    }
  }
  return complaints;
}

function entering({ accountId, events }: AccountHistory, now: number) {
  const account = folded(
    events.get(accountId) ?? [],
    evolveAccount as never,
    initialAccount as { status: string },
  );
  const isActive = (groupId: string) =>
    folded(events.get(groupId) ?? [], evolveServiceGroup as never, initialServiceGroup as { status: string })
      .status === 'active';
  const users = new Map<string, { surely: string[]; perhaps: Set<string> }>();
  for (const [id, own] of events) {
    if (!id.startsWith('user_')) continue;
    const state = folded<UserState>(own, evolveUser, initialUser);
    const isIn = account.status === 'active' && state.status === 'active';
    const memberships =
      isIn && 'memberships' in state
        ? Object.values(state.memberships).filter(({ serviceGroupId }) => isActive(serviceGroupId))
        : [];
    const heldAt = (at: number) =>
      memberships.filter((each) => isHeld(each, at)).map(({ serviceGroupId }) => serviceGroupId);
    users.set(id, { surely: heldAt(now + NEAR_MS), perhaps: new Set(heldAt(now - NEAR_MS)) });
  }
  return users;
}
