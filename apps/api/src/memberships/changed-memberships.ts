import type { ChangedCell, GroupsBefore, RowResult } from '#libs/directory';
import { directoryProblem } from '../problems/directory-problems.js';
import type {
  ChangedMembershipsDto,
  ChangeProblemDto,
  ChangeResultDto,
  ChangeWarningDto,
} from './matrix.dto.js';

export function toChangesDto(
  changes: readonly Pick<ChangeResultDto, 'userId' | 'serviceGroupId' | 'action'>[],
  rows: readonly RowResult<ChangedCell>[],
): ChangedMembershipsDto {
  const results = changes.map(({ userId, serviceGroupId, action }, index): ChangeResultDto => {
    const row = rows[index]!;
    const change = { userId, serviceGroupId, action };
    if (!row.done) return { ...change, outcome: 'refused', problem: problemOf(row.error), version: null };
    const outcome = row.changed ? 'done' : 'unchanged';
    return { ...change, outcome, problem: null, version: row.state.version };
  });
  const count = (outcome: ChangeResultDto['outcome']) =>
    results.filter((row) => row.outcome === outcome).length;
  return {
    done: count('done'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    results,
    warnings: [],
  };
}

export function problemOf(error: Error): ChangeProblemDto {
  const problem = directoryProblem(error);
  if (!problem) throw error;
  const { status, code, title, detail } = problem;
  return { status, code, title, detail };
}

const LARGE_SHARE = 0.1;

export function warningsOf(
  results: readonly Pick<ChangeResultDto, 'userId' | 'serviceGroupId' | 'action' | 'outcome'>[],
  groups: GroupsBefore,
  callerId: string,
): ChangeWarningDto[] {
  const done = results.filter(({ outcome }) => outcome === 'done');
  return [...groups.values()].flatMap(({ serviceGroupId, name, memberCount = 0 }) => {
    const ofGroup = done.filter((each) => each.serviceGroupId === serviceGroupId);
    const removals = ofGroup.filter(({ action }) => action === 'remove');
    const removed = removals.length;
    if (removed === 0) return [];
    const warning = (code: ChangeWarningDto['code'], detail: string) => [
      { code, detail, serviceGroupId, removed, memberCount },
    ];
    const left = memberCount + ofGroup.length - 2 * removed;
    const isOwn = removals.some(({ userId }) => userId === callerId);
    return [
      ...(isOwn ? warning('own_access', `You would lose your own access to ${name}.`) : []),
      ...(left <= 0
        ? warning('group_left_empty', `Nobody would be left in ${name}.`)
        : removed > memberCount * LARGE_SHARE
          ? warning('large_share', `${removed} of the ${memberCount} members of ${name} would lose access.`)
          : []),
    ];
  });
}
