/** A drafted change of one cell: giving a user access to a service group, or ending it. */
export interface DraftChange {
  userId: string;
  userName: string;
  groupId: string;
  groupName: string;
  /** `change`: to another end, only in a review. */
  action: 'add' | 'remove' | 'change';
  /** Of a `change`. */
  expiresAt?: string | null;
  /** The user's version when the cell was drafted or last read: later changes are not overwritten. */
  version: number;
  /** Somebody else changed this user after the cell was drafted. */
  changedMeanwhile?: boolean;
  /** Why the API refused it. */
  refusal?: { code: string; detail: string };
}

/** Changes by `cellKey`. Never mutated. */
export type Draft = ReadonlyMap<string, DraftChange>;

export interface Cell {
  userId: string;
  userName: string;
  groupId: string;
  groupName: string;
  version: number;
  /** As stored, without the draft. */
  isMember: boolean;
  /** When the membership ends; absent if it does not, or there is none. */
  expiresAt?: string;
  /** A suspended user can lose access, and not be given any. */
  isSuspended?: boolean;
}

export const EMPTY_DRAFT: Draft = new Map();

export const cellKey = ({ userId, groupId }: Pick<Cell, 'userId' | 'groupId'>) => `${userId} ${groupId}`;

/** Whether the user is in the group once the draft is applied. */
export function wouldBeMember(draft: Draft, cell: Cell): boolean {
  const change = draft.get(cellKey(cell));
  return change ? change.action === 'add' : cell.isMember;
}

/** Whether the draft can say that the user is in the group. */
export function mayBeMember({ isMember, isSuspended }: Cell): boolean {
  return isMember || !isSuspended;
}

/** Whether toggling these cells makes their users members: unless all that can be are. */
export function togglesOn(draft: Draft, cells: readonly Cell[]): boolean {
  return !cells.every((cell) => wouldBeMember(draft, cell) || !mayBeMember(cell));
}

/** Drafts membership, or none, for these cells; a cell that is stored that way needs no change. */
export function setCells(draft: Draft, cells: readonly Cell[], member: boolean): Draft {
  const next = new Map(draft);
  for (const each of cells) {
    const { isMember, isSuspended: _suspended, expiresAt: _end, ...cell } = each;
    if (isMember === member || (member && !mayBeMember(each))) next.delete(cellKey(cell));
    else next.set(cellKey(cell), { ...cell, action: member ? 'add' : 'remove' });
  }
  return next;
}

/** Toggles one cell; several become members, or, if all are, none does. */
export function toggleCells(draft: Draft, cells: readonly Cell[]): Draft {
  return setCells(draft, cells, togglesOn(draft, cells));
}

/** Keeps the drafted changes that still make sense for these stored cells, and marks those whose user has changed. */
export function reconcile(draft: Draft, cells: readonly Cell[]): Draft {
  let next: Map<string, DraftChange> | undefined;
  for (const cell of cells) {
    const key = cellKey(cell);
    const change = draft.get(key);
    if (!change || change.version === cell.version) continue;
    next ??= new Map(draft);
    if ((change.action === 'add') === cell.isMember) next.delete(key);
    else next.set(key, { ...change, version: cell.version, changedMeanwhile: true });
  }
  return next ?? draft;
}

export interface Outcome {
  userId: string;
  serviceGroupId: string;
  outcome: 'done' | 'unchanged' | 'refused';
  problem?: { code: string; detail: string } | null;
  /** The user's version afterwards. */
  version?: number | null;
}

/** The draft after the API has answered: refused changes remain, with their reason. */
export function afterApplying(draft: Draft, outcomes: readonly Outcome[]): Draft {
  const next = new Map(draft);
  const versions = new Map<string, number>();
  for (const { userId, serviceGroupId: groupId, outcome, problem, version } of outcomes) {
    if (version) versions.set(userId, version);
    const key = cellKey({ userId, groupId });
    const change = next.get(key);
    if (!change) continue;
    if (outcome === 'refused' && problem) {
      const { code, detail } = problem;
      next.set(key, { ...change, refusal: { code, detail } });
    } else next.delete(key);
  }
  // A version that this draft created is not somebody else's change.
  for (const [key, change] of next) {
    const version = versions.get(change.userId);
    if (version) next.set(key, { ...change, version });
  }
  return next;
}

export interface DraftSummary {
  additions: number;
  removals: number;
  people: number;
}

export function summaryOf(draft: Draft): DraftSummary {
  const changes = [...draft.values()];
  const additions = changes.filter(({ action }) => action === 'add').length;
  return {
    additions,
    removals: changes.length - additions,
    people: new Set(changes.map(({ userId }) => userId)).size,
  };
}

/** For how long, and why, all additions of a draft are made, as the API takes it. */
export interface DraftTerms {
  /** Null: none, also where the service group has a default. */
  expiresAt?: string | null;
  reason?: string;
  /** The key of an access role. */
  accessRole?: string | null;
}

/** The changes as the API takes them. */
export function requestedChanges(draft: Draft, terms: DraftTerms) {
  return [...draft.values()].map(({ userId, groupId, action, version, expiresAt }) => ({
    userId,
    serviceGroupId: groupId,
    action,
    ifVersion: version,
    ...(action !== 'remove' && terms),
    ...(expiresAt !== undefined && { expiresAt }),
  }));
}
