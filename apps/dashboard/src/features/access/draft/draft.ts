/** One cell that is to change: a user is to be let into a service group, or no longer. */
export interface DraftChange {
  userId: string;
  userName: string;
  groupId: string;
  groupName: string;
  action: 'add' | 'remove';
  /** The user as they were when the cell was changed, or seen last: what has changed since is not overwritten. */
  version: number;
  /** Somebody else changed this user after the cell was drafted. */
  changedMeanwhile?: boolean;
  /** Why the API refused it. */
  refusal?: { code: string; detail: string };
}

/** Changes by `cellKey`. Never changed in place. */
export type Draft = ReadonlyMap<string, DraftChange>;

export interface Cell {
  userId: string;
  userName: string;
  groupId: string;
  groupName: string;
  version: number;
  /** As stored, without the draft. */
  isMember: boolean;
}

export const EMPTY_DRAFT: Draft = new Map();

export const cellKey = ({ userId, groupId }: Pick<Cell, 'userId' | 'groupId'>) => `${userId} ${groupId}`;

/** Whether the user is in the group once the draft is applied. */
export function wouldBeMember(draft: Draft, cell: Cell): boolean {
  const change = draft.get(cellKey(cell));
  return change ? change.action === 'add' : cell.isMember;
}

/** Drafts what makes these cells so; cells that are so already need no change. */
export function setCells(draft: Draft, cells: readonly Cell[], member: boolean): Draft {
  const next = new Map(draft);
  for (const { isMember, ...cell } of cells) {
    if (isMember === member) next.delete(cellKey(cell));
    else next.set(cellKey(cell), { ...cell, action: member ? 'add' : 'remove' });
  }
  return next;
}

/** One cell becomes the other; several become members, or, when all are, none. */
export function toggleCells(draft: Draft, cells: readonly Cell[]): Draft {
  return setCells(draft, cells, !cells.every((cell) => wouldBeMember(draft, cell)));
}

/** Keeps what still makes sense of these cells as they are stored now, and marks whose user has changed. */
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

/** What remains after the API has answered: what was refused, with the reason. */
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
  // One's own change of a user is nobody else's.
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

/** As the API takes them. */
export function requestedChanges(draft: Draft) {
  return [...draft.values()].map(({ userId, groupId, action, version }) => ({
    userId,
    serviceGroupId: groupId,
    action,
    ifVersion: version,
  }));
}
