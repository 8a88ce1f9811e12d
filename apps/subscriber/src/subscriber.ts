import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PublishedEvent } from '#libs/event-contracts';
import { applyEvent, emptyModel, type AccessModel } from './access-model.js';
import type { AccountLog } from './account-log.js';

export interface SubscriberCounts {
  applied: number;
  duplicates: number;
  gaps: number;
}

const SAVE_DELAY_MS = 200;

export class Subscriber {
  readonly counts: SubscriberCounts = { applied: 0, duplicates: 0, gaps: 0 };
  readonly model: AccessModel;
  private saving: NodeJS.Timeout | undefined;
  /** One event at a time: while a gap is being closed, later events wait. */
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly log: AccountLog,
  ) {
    this.model = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as AccessModel) : emptyModel();
  }

  /** Events read in an earlier try are recognised. New ones may arrive in the meantime. */
  async catchUp(): Promise<void> {
    if (this.model.caughtUp) return;
    await this.inTurn(async () => {
      for await (const event of this.log.everything()) this.apply(event);
      this.model.caughtUp = true;
      this.save();
    });
  }

  receive(event: PublishedEvent): Promise<void> {
    return this.inTurn(async () => {
      if (this.apply(event) !== 'gap') return;
      this.counts.gaps += 1;
      for await (const earlier of this.log.ofSubject(event.accountid, event.subject)) this.apply(earlier);
      if (this.apply(event) === 'gap')
        throw new Error(`The account log does not have the events before ${event.id} yet.`);
    });
  }

  async stop(): Promise<void> {
    await this.work.catch(() => {});
    clearTimeout(this.saving);
    this.save();
  }

  private apply(event: PublishedEvent) {
    const result = applyEvent(this.model, event);
    if (result === 'applied') this.counts.applied += 1;
    if (result === 'duplicate') this.counts.duplicates += 1;
    this.saving ??= setTimeout(() => {
      this.saving = undefined;
      this.save();
    }, SAVE_DELAY_MS);
    return result;
  }

  /** Events applied but not saved when the process dies are seen again, as a gap, which is closed from the account log. */
  private save(): void {
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(`${this.file}.new`, JSON.stringify(this.model));
    renameSync(`${this.file}.new`, this.file);
  }

  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.work.then(act);
    this.work = done.catch(() => {});
    return done;
  }
}
