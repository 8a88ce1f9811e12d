import type { Reverted, TriedRevert } from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import type { EventDto } from '../audit-log/audit-log.dto.js';
import { triedRows } from '../jobs/tried-rows.js';
import { ChangeProblemDto, ChangeWarningDto } from '../memberships/matrix.dto.js';

/** A change that was undone. */
export class RevertedChangeDto {
  /** Of the change that was undone: the `correlationId` of its events. */
  correlationId!: string;
  /** The `correlationId` of the events that undid it: undoing these makes the change again. */
  revertedBy!: string;
}

export function toRevertedChangeDto({ correlationId, revertedBy }: Reverted): RevertedChangeDto {
  return { correlationId, revertedBy };
}

/** The expected result for one user or service group. */
export class RevertSampleDto {
  userId!: UserId | null;
  serviceGroupId!: ServiceGroupId | null;
  /** As they are called now, or were. */
  name!: string | null;
  /** `done`: it would be undone. `refused`: see `problem`, also where there is nothing to undo. `unchanged` is no longer used. */
  outcome!: 'done' | 'unchanged' | 'refused';
  problem!: ChangeProblemDto | null;
}

/** The preview of an undo by a job. Nothing was written. */
export class TriedRevertDto {
  /** Always true. */
  dryRun!: boolean;
  /** The number of users, service groups and teams of the change. More than 200 of an import may be fewer: two of its rows can be about one user. */
  rows!: number;
  /** The number of those that were checked: about the last 200 of the change. The counts refer to these. */
  tried!: number;
  done!: number;
  /** Always 0. */
  unchanged!: number;
  refused!: number;
  /** The first refused ones, then the first others: 20 in all. */
  samples!: RevertSampleDto[];
  /** Always empty. */
  warnings!: ChangeWarningDto[];
  /** The first 20 events that would be published. */
  events!: EventDto[];
}

export function toTriedRevertDto({ rows, tried }: TriedRevert): TriedRevertDto {
  const outcomes = tried.map((part) => ({ ...part, isDone: !part.refusal }));
  return triedRows(rows, outcomes, ({ userId = null, serviceGroupId = null, name = null }) => ({
    userId,
    serviceGroupId,
    name,
  }));
}
