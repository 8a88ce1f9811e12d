import { untilText } from '../../../components/data/until.js';
import { cellKey, type Draft, type DraftChange, type Outcome } from '../draft/draft.js';
import type { Applied } from '../apply/apply-draft.js';
import { TEXTS } from './texts.js';

export interface GroupSentences {
  groupId: string;
  groupName: string;
  gains?: string;
  loses?: string;
  keeps?: string;
}

const NAMED = 6;

/** Who gains access, until when, who loses it, and who keeps it with another end, group by group. */
export function sentencesOf(
  changes: readonly DraftChange[],
  events: NonNullable<Applied['events']>,
): GroupSentences[] {
  const [given, moved] = [termsBy(events, 'member_added'), termsBy(events, 'membership_changed')];
  const byGroup = Map.groupBy(changes, ({ groupId }) => groupId);
  return [...byGroup.values()].map((ofGroup) => {
    const names = (action: DraftChange['action']) =>
      ofGroup.filter((change) => change.action === action).map(({ userName }) => userName);
    const [added, removed, kept] = [names('add'), names('remove'), names('change')];
    const end = ofGroup.find(({ action }) => action === 'change')?.expiresAt;
    const groupId = ofGroup[0]?.groupId ?? '';
    const { role, until } = given.get(groupId) ?? {};
    return {
      groupId,
      groupName: ofGroup[0]?.groupName ?? '',
      ...(added.length > 0 && { gains: TEXTS.gains(...few(added), { role, until }) }),
      ...(kept.length > 0 && {
        keeps: TEXTS.keeps(...few(kept), {
          role: moved.get(groupId)?.role,
          until: end ? untilText(end) : undefined,
        }),
      }),
      ...(removed.length > 0 && { loses: TEXTS.loses(...few(removed)) }),
    };
  });
}

/** By service group: all that one review gives in it ends at one time, and has one access role. */
function termsBy(
  events: NonNullable<Applied['events']>,
  type: 'member_added' | 'membership_changed',
): Map<unknown, { role: string | undefined; until: string | undefined }> {
  return new Map(
    events
      .filter((event) => event.type === `service_group.${type}`)
      .map(({ data: { serviceGroupId, expiresAt, accessRole, previousAccessRole } }) => {
        const until = typeof expiresAt === 'string' ? untilText(expiresAt) : undefined;
        const [role, before] = [keyOf(accessRole), keyOf(previousAccessRole)];
        return [serviceGroupId, { role: role === before ? undefined : role, until }];
      }),
  );
}

const keyOf = (role: unknown) => (role as { key?: string } | undefined)?.key;

function few(names: readonly string[]): [readonly string[], number] {
  // “1 other” would be no shorter than the name itself.
  return names.length <= NAMED + 1 ? [names, 0] : [names.slice(0, NAMED), names.length - NAMED];
}

/** The changes of the draft with this outcome. */
export function changesWith(
  draft: Draft,
  results: readonly Outcome[],
  outcome: Outcome['outcome'],
): DraftChange[] {
  return results
    .filter((result) => result.outcome === outcome)
    .flatMap(({ userId, serviceGroupId: groupId }) => draft.get(cellKey({ userId, groupId })) ?? []);
}

/** The message after applying. */
export function doneText(done: readonly DraftChange[], hasRole = false): string {
  const [first] = done;
  const same = done.every(({ groupId, action }) => groupId === first?.groupId && action === first.action);
  if (!first || !same) return TEXTS.changed(done.length);
  return {
    add: TEXTS.gave,
    remove: TEXTS.took,
    change: hasRole ? TEXTS.movedWithRole : TEXTS.moved,
  }[first.action](done.length, first.groupName);
}
