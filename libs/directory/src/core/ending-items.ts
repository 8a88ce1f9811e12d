import type { Ending } from '#libs/domain';

/** What ends by itself, as its item stores it: an attribute called `expiresAt` would let the table delete the item. */
export function withEndsAt<T extends Ending>({ expiresAt, noticeAt, ...kept }: T) {
  return {
    ...kept,
    ...(expiresAt !== undefined && { endsAt: expiresAt }),
    ...(noticeAt !== undefined && { noticeAt }),
  };
}

/** When something ended that something else ended at a time: it may have ended by itself before. */
export function endedAt({ expiresAt }: Pick<Ending, 'expiresAt'>, until: string): string {
  return expiresAt !== undefined && expiresAt < until ? expiresAt : until;
}
