import type { FeedAge, FeedPage, Follower } from '@rollbook/client';
import { AccessCopy } from '../copy/access-copy.js';
import { applyAccess } from '../copy/apply-access.js';
import { applyEvent } from '../copy/apply-event.js';
import type { KeptCopy } from './copy-file.js';

/** A copy, how far it has read the feed, and how old that makes it. */
export class Reader {
  copy = new AccessCopy();
  cursor: string | undefined;
  age: FeedAge;

  constructor(
    private readonly feed: Follower,
    private readonly accountId: string | undefined,
    kept?: KeptCopy,
  ) {
    this.age = feed.newAge();
    if (kept) Object.assign(this, kept);
  }

  /** Reads a page. An account's copy begins with a snapshot; the feed repeats what happened around it, so it has no age until the end is reached. */
  async readOn(waitSeconds: number, signal: AbortSignal): Promise<FeedPage> {
    if (this.cursor === undefined && this.accountId !== undefined)
      await this.takeSnapshot(this.accountId, signal);
    const { page, sentAt } = await this.feed.page(this.cursor, waitSeconds, signal);
    for (const event of page.data) applyEvent(this.copy, event);
    this.cursor = page.nextCursor;
    this.age.take(page, sentAt);
    return page;
  }

  /** Nothing is answered from it until the feed can be read on. */
  distrust(): void {
    this.age = this.feed.newAge();
  }

  private async takeSnapshot(accountId: string, signal: AbortSignal): Promise<void> {
    const copy = new AccessCopy();
    let cursor: string | undefined;
    for await (const line of this.feed.snapshot('access', signal))
      if ('cursor' in line) cursor = line.cursor;
      else if ('type' in line && 'subject' in line) applyEvent(copy, line);
      else applyAccess(copy, accountId, line);
    if (cursor === undefined) throw new Error('The snapshot is not complete.');
    Object.assign(this, { copy, cursor });
  }
}
