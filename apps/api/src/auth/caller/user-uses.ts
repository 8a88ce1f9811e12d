import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { noteLastSeen, type Directory } from '#libs/directory';
import type { UserId } from '#libs/domain';
import { DIRECTORY } from '../../directory/directory.module.js';
import { RecentlyUsed } from '../rate-limits/recently-used.js';

/** How precisely it is known when a user was last here. */
export const KNOWN_TO_MS = 5 * 60_000;

export interface UserHere {
  accountId: string;
  userId: UserId;
}

/**
 * Records in the background when users were last here, as themselves: no request waits for it, or fails with it. What cannot be
 * recorded is lost; the next time is minutes later.
 */
@Injectable()
export class UserUses implements OnApplicationShutdown {
  private readonly noted = new RecentlyUsed<{ at: number }>();
  private readonly writing = new Set<Promise<void>>();
  private readonly logger = new Logger('UserUses');

  constructor(@Inject(DIRECTORY) private readonly directory: Directory) {}

  onApplicationShutdown(): Promise<void> {
    return this.settled();
  }

  /** For each request of a credential that does not remember its own use: at most once in five minutes for a user. */
  noteRequest(user: UserHere): void {
    const { at } = this.noted.get(user.userId, () => ({ at: -Infinity }));
    if (Date.now() - at >= KNOWN_TO_MS) this.note(user);
  }

  note(user: UserHere): void {
    const now = Date.now();
    this.noted.get(user.userId, () => ({ at: now })).at = now;
    const write = this.write(user, new Date(now).toISOString()).finally(() => this.writing.delete(write));
    this.writing.add(write);
  }

  /** Once everything that has been noted is written, or given up. */
  async settled(): Promise<void> {
    await Promise.all(this.writing);
  }

  private async write(user: UserHere, at: string): Promise<void> {
    try {
      await noteLastSeen(this.directory, user, at);
    } catch (error) {
      this.logger.warn(`The last use by ${user.userId} could not be recorded: ${String(error)}`);
    }
  }
}
