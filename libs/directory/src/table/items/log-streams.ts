import type { DisabledReason, LogForm, LogStreamId } from '#libs/domain';
import { any, boolean, defineEntity, list, number, oneOf, string } from '@rollbook/single-table';
import { everyHead } from './every-item.js';
import { rollbookTable } from '../table.js';

/** Its secret, and its queue with its place in the feed, are those of webhooks. */
export const logStreamEntity = defineEntity(rollbookTable, {
  name: 'log-stream',
  key: { PK: 'account:{accountId}', SK: 'log-stream:{logStreamId}' },
  attributes: {
    ...everyHead,
    logStreamId: string<LogStreamId>(),
    url: string(),
    form: any<LogForm>(),
    personalData: boolean(),
    eventTypes: list(string()),
    description: string(),
    secretVersion: number(),
    status: oneOf('active', 'disabled', 'removed'),
    disabledReason: any<DisabledReason>().optional(),
    expiresAt: number().optional(),
  },
});

export interface StreamRefusal {
  at: string;
  /** Of the answer, if there was one. */
  status?: number;
  error: string;
  response?: string;
  /** The first event of the refused batch. */
  eventId?: string;
}

/** How far a log stream is; absent before its first batch, which begins where it was created. Changed only by the holder of its queue's claim, and by a replay. */
export interface StreamProgress {
  /** Of the next event, in the feed of the account. Without it: where `since` is, or the beginning. */
  position?: { sequence: number; offset: number };
  /** Until it is up to date: older events are passed over. ISO 8601. */
  since?: string;
  /** Of the last batch that was accepted. */
  sentAt?: string;
  /** When the newest event of that batch happened. */
  sentTo?: string;
  /** When the first event that was not sent yet happened; absent when it is up to date. */
  waitingSince?: string;
  refusal?: StreamRefusal;
  /** Refusals in a row. */
  tries: number;
  /** A refused batch is not sent again before. */
  retryAt?: string;
  /** Events in a batch, after a larger one was refused. */
  atMost?: number;
}
