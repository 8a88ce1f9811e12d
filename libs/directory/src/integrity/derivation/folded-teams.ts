import type { DomainEvent, TeamAccess, TeamId, TeamPlace } from '#libs/domain';
import { endedAt } from '../../core/ending-items.js';

/** What was, and ended. */
export type Ended<T> = T & { until: string; removedBy: string };

/** Follows what one aggregate has of teams, event by event: its places in them, or their access to it. */
export interface OfTeams<T> {
  present: ReadonlyMap<TeamId, T>;
  /** Takes in the next event, with what the state then has. */
  onEvent: (event: DomainEvent, now: Readonly<Record<string, T>> | undefined) => void;
  /** What the events since the last call have ended. */
  ended: () => Ended<T>[];
}

const ENDS: ReadonlySet<DomainEvent['type']> = new Set(['team.member_removed', 'service_group.team_removed']);
const ENDS_ALL: ReadonlySet<DomainEvent['type']> = new Set(['user.removed', 'service_group.removed']);

export function followTeams<T extends TeamPlace | TeamAccess>(): OfTeams<T> {
  const present = new Map<TeamId, T>();
  let ended: Ended<T>[] = [];
  const end = (teamId: TeamId, until: string, removedBy: string) => {
    const was = present.get(teamId);
    if (was) ended.push({ ...was, until, removedBy });
    present.delete(teamId);
  };
  return {
    present,
    onEvent(event, now) {
      const { at, actor } = event;
      if (ENDS_ALL.has(event.type)) for (const [teamId, was] of present) end(teamId, endedAt(was, at), actor);
      if (!('teamId' in event.data)) return;
      const { teamId } = event.data;
      if (ENDS.has(event.type)) {
        const { until = at } = event.data as { until?: string };
        return end(teamId, until, actor);
      }
      const is = now?.[teamId];
      if (is) present.set(teamId, is);
    },
    ended() {
      const since = ended;
      ended = [];
      return since;
    },
  };
}
