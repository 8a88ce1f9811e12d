import type { Reverted } from '#libs/directory';

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
