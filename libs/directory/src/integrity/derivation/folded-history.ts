import {
  AGGREGATES,
  evolveAccount,
  evolveServiceGroup,
  evolveTeam,
  foldName,
  initialAccount,
  initialServiceGroup,
  initialTeam,
  type AccountEvent,
  type AccountState,
  type AggregateKind,
  type DomainEvent,
  type ServiceGroupEvent,
  type ServiceGroupId,
  type ServiceGroupState,
  type TeamAccess,
  type TeamEvent,
  type TeamId,
  type TeamState,
  type UserId,
  type UserState,
} from '#libs/domain';
import { followTeams, type Ended } from './folded-teams.js';

/** What is wrong with an aggregate's history itself. Nothing can be derived from a history with a gap. */
export interface Flaw {
  problem: 'hole' | 'misplaced' | 'out of order' | 'unreadable';
  /** The version at fault, or the first missing one. */
  version: number;
  message: string;
}

export interface FoldedHistory<State> {
  aggregateId: string;
  state: State;
  /** The version of the last event; 0 if there is none. */
  version: number;
  lastCommit: DomainEvent[];
  /** The events that removed or closed it, and that erased its personal data, if any. */
  removal: DomainEvent | undefined;
  erasure: DomainEvent | undefined;
  flaws: Flaw[];
}

/** The events end before those that the head names as its last commit: they are in no place, and nothing may be derived. */
export class LostEventsError extends Error {
  override readonly name = 'LostEventsError';
}

/** How one aggregate's state follows from its events, commit by commit. */
export interface Folding<State, Event extends DomainEvent> {
  initial: State;
  evolve: (state: State, event: Event) => State;
  onEvent?: (event: Event, state: State) => void;
  onCommit?: (state: State, events: readonly DomainEvent[]) => void;
  /** Whether the personal data of an event, which is another aggregate's, was erased with that. */
  isErased?: ((event: DomainEvent) => Promise<boolean>) | undefined;
}

/**
 * Folds an aggregate's events in the order of their keys, with at most one commit in memory. Independent of how commands
 * derive their items, so that it can prove them wrong.
 */
export async function foldHistory<State, Event extends DomainEvent>(
  accountId: string,
  aggregateId: string,
  events: AsyncIterable<DomainEvent>,
  folding: Folding<State, Event>,
): Promise<FoldedHistory<State>> {
  const { initial, evolve, onEvent, onCommit, isErased } = folding;
  const flaws: Flaw[] = [];
  let [state, version, lastAt] = [initial, 0, ''];
  let removal: DomainEvent | undefined;
  let erasure: DomainEvent | undefined;
  let unreadable: DomainEvent | undefined;
  let commit: DomainEvent[] = [];
  try {
    for await (const event of events) {
      flaws.push(...flawsOf(event, { accountId, aggregateId, version, lastAt }));
      if (commit.length > 0 && commit[0]?.causationId !== event.causationId) {
        onCommit?.(state, commit);
        commit = [];
      }
      ({ version, at: lastAt } = event);
      state = evolve(state, event as Event);
      if (REMOVALS.has(event.type)) removal = event;
      if (event.type === 'user.erased') erasure = event;
      if (event.erased) unreadable ??= event;
      commit.push(event);
      onEvent?.(event as Event, state);
    }
  } catch (error) {
    if (!isAboutContent(error)) throw error;
    const problem = error instanceof LostEventsError ? 'hole' : 'unreadable';
    flaws.push({ problem, version: version + 1, message: error.message });
  }
  if (commit.length > 0) onCommit?.(state, commit);
  if (unreadable && !erasure && !(await isErased?.(unreadable)))
    flaws.push({
      problem: 'unreadable',
      version: unreadable.version,
      message: `The personal data of ${unreadable.eventId} cannot be decrypted, and no event erased it.`,
    });
  return { aggregateId, state, version, lastCommit: commit, removal, erasure, flaws };
}

const REMOVALS: ReadonlySet<DomainEvent['type']> = new Set([
  'user.removed',
  'service_group.removed',
  'team.removed',
  'account.closed',
]);

/** An event that is lost, cannot be read, or cannot follow the events before it; not an unreachable table. */
function isAboutContent(error: unknown): error is Error {
  return error instanceof Error && CONTENT_ERRORS.has(error.name);
}

const CONTENT_ERRORS: ReadonlySet<string> = new Set([
  'LostEventsError',
  'UnreadableEventError',
  'UserKeyError',
  'DomainError',
]);

function flawsOf(
  event: DomainEvent,
  before: { accountId: string; aggregateId: string; version: number; lastAt: string },
): Flaw[] {
  const { eventId, version, at } = event;
  const flaws: Flaw[] = [];
  if (version > before.version + 1)
    flaws.push({
      problem: 'hole',
      version: before.version + 1,
      message:
        version === before.version + 2
          ? `Version ${before.version + 1} is missing.`
          : `Versions ${before.version + 1} to ${version - 1} are missing.`,
    });
  if (event.accountId !== before.accountId)
    flaws.push({
      problem: 'misplaced',
      version,
      message: `The event ${eventId} says it belongs to account ${event.accountId}.`,
    });
  if (event.aggregateId !== before.aggregateId || eventId !== `${before.aggregateId}.${version}`)
    flaws.push({
      problem: 'misplaced',
      version,
      message: `The event at version ${version} says that it is ${eventId}.`,
    });
  if (at <= before.lastAt)
    flaws.push({
      problem: 'out of order',
      version,
      message: `Version ${version} is from ${at}, but the one before it from ${before.lastAt}.`,
    });
  return flaws;
}

/** The external id that something holds: removed or closed aggregates hold none. */
export function externalIdOf(
  state: AccountState | UserState | ServiceGroupState | TeamState,
): string | undefined {
  const gone = state.status === 'none' || state.status === 'removed' || state.status === 'closed';
  return gone ? undefined : state.externalId;
}

/** Records since when an aggregate has held its present values, commit by commit. */
export function heldSince<State>(held: (state: State) => string | undefined): {
  onCommit: (state: State & { updatedAt?: string }) => void;
  since: () => string;
} {
  let value: string | undefined;
  let since = '';
  return {
    onCommit(state) {
      const next = held(state);
      if (next !== value) since = state.updatedAt ?? '';
      value = next;
    },
    since: () => since,
  };
}

export interface AccountHistory extends FoldedHistory<AccountState> {
  /** When its external id was claimed. */
  externalIdSince: string;
}

export async function foldAccount(
  accountId: string,
  events: AsyncIterable<DomainEvent>,
): Promise<AccountHistory> {
  const externalId = heldSince<AccountState>(externalIdOf);
  const folded = await foldHistory<AccountState, AccountEvent>(accountId, accountId, events, {
    initial: initialAccount,
    evolve: evolveAccount,
    onCommit: externalId.onCommit,
  });
  return { ...folded, externalIdSince: externalId.since() };
}

/** The history of an aggregate of which only the state matters. */
export async function foldAggregate(
  kind: AggregateKind,
  { accountId, id }: { accountId: string; id: string },
  events: AsyncIterable<DomainEvent>,
  isErased?: (event: DomainEvent) => Promise<boolean>,
): Promise<FoldedHistory<{ status: string }>> {
  const { initial, evolve } = AGGREGATES[kind];
  const folding = { initial, evolve: evolve as never, isErased };
  return foldHistory<{ status: string }, DomainEvent>(accountId, id, events, folding);
}

/** A service group's history, with its name from each version on. */
export interface ServiceGroupHistory extends FoldedHistory<ServiceGroupState> {
  names: { version: number; name: string }[];
  /** When its name was claimed: the time of the commit that set it. */
  nameSince: string;
  externalIdSince: string;
  /** Its present managers: since when, and made so by whom. */
  managers: ReadonlyMap<UserId, { since: string; addedBy: string }>;
  /** The access of its teams. */
  teamAccess: ReadonlyMap<TeamId, TeamAccess>;
  endedAccess: readonly Ended<TeamAccess>[];
}

export async function foldServiceGroup(
  accountId: string,
  serviceGroupId: ServiceGroupId,
  events: AsyncIterable<DomainEvent>,
): Promise<ServiceGroupHistory> {
  const names: ServiceGroupHistory['names'] = [];
  const managers = new Map<UserId, { since: string; addedBy: string }>();
  let nameSince = '';
  const externalId = heldSince<ServiceGroupState>(externalIdOf);
  const teams = followTeams<TeamAccess>();
  const folded = await foldHistory<ServiceGroupState, ServiceGroupEvent>(accountId, serviceGroupId, events, {
    initial: initialServiceGroup,
    evolve: evolveServiceGroup,
    onCommit: externalId.onCommit,
    onEvent(event, state) {
      const { type, version, at: since, actor: addedBy } = event;
      teams.onEvent(event, state.status === 'none' ? undefined : state.teamAccess);
      if (type === 'service_group.manager_added') managers.set(event.data.userId, { since, addedBy });
      if (type === 'service_group.manager_removed') managers.delete(event.data.userId);
      if (type === 'service_group.removed') managers.clear();
      if (state.status === 'none' || names.at(-1)?.name === state.name) return;
      names.push({ version, name: state.name });
      nameSince = state.updatedAt;
    },
  });
  const ofTeams = { teamAccess: teams.present, endedAccess: teams.ended() };
  return { ...folded, names, nameSince, managers, ...ofTeams, externalIdSince: externalId.since() };
}

export interface TeamHistory extends FoldedHistory<TeamState> {
  /** When its name was claimed. */
  nameSince: string;
  externalIdSince: string;
}

export async function foldTeam(
  accountId: string,
  teamId: string,
  events: AsyncIterable<DomainEvent>,
): Promise<TeamHistory> {
  const externalId = heldSince<TeamState>(externalIdOf);
  const name = heldSince<TeamState>(nameKeyOf);
  const folded = await foldHistory<TeamState, TeamEvent>(accountId, teamId, events, {
    initial: initialTeam,
    evolve: evolveTeam,
    onCommit(state) {
      externalId.onCommit(state);
      name.onCommit(state);
    },
  });
  return { ...folded, nameSince: name.since(), externalIdSince: externalId.since() };
}

/** The name of a team in the form in which names are compared; a removed one has none. */
export function nameKeyOf(state: TeamState): string | undefined {
  return state.status === 'active' ? foldName(state.name) : undefined;
}
