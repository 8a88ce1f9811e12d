import type { PublishedEvent } from '#libs/event-contracts';

export interface AccountLogOptions {
  apiUrl: string;
  /** Read for each request, because it can be renewed. Must be an operator's to see all accounts. */
  token: () => string;
}

interface LoggedEvent {
  id: string;
  type: string;
  schemaVersion: number;
  accountId: string;
  aggregateId: string;
  version: number;
  at: string;
  actor: string;
  correlationId: string;
  causationId: string;
  data: object;
}

interface Page<T> {
  data: T[];
  nextCursor: string | null;
  /** Of the first page of an account's log: from where on to read next. */
  resumeFrom?: string | null;
}

export class AccountLog {
  constructor(private readonly options: AccountLogOptions) {}

  /** Every event of every account, oldest first in each; some twice. For a subscriber that starts with nothing. */
  async *everything(): AsyncGenerator<PublishedEvent> {
    for await (const { id } of this.pages<{ id: string }>('/v1/accounts?limit=100')) {
      const log = `/v1/accounts/${id}/events?order=asc&limit=100`;
      const { resumeFrom } = yield* this.events(log);
      // Events committed while the log was read may precede those already read.
      if (resumeFrom) yield* this.events(`${log}&from=${encodeURIComponent(resumeFrom)}`);
    }
  }

  private async *events(path: string): AsyncGenerator<PublishedEvent, { resumeFrom: string | null }> {
    let resumeFrom: string | null = null;
    const onPage = (page: Page<unknown>) => (resumeFrom ??= page.resumeFrom ?? null);
    for await (const event of this.pages<LoggedEvent>(path, onPage)) yield published(event);
    return { resumeFrom };
  }

  /** Every event of one account, user or service group, in order. */
  async *ofSubject(accountId: string, subject: string): AsyncGenerator<PublishedEvent> {
    for await (const event of this.pages<LoggedEvent>(`/v1/accounts/${accountId}/${historyOf(subject)}`))
      yield published(event);
  }

  private async *pages<T>(path: string, onPage: (page: Page<T>) => void = () => {}): AsyncGenerator<T> {
    for (let cursor: string | null = ''; cursor !== null;) {
      const url = new URL(path, this.options.apiUrl);
      if (cursor) url.searchParams.set('cursor', cursor);
      const answer = await fetch(url, { headers: { authorization: `Bearer ${this.options.token()}` } });
      if (!answer.ok) throw new Error(`${url.pathname} answered ${answer.status}`);
      const page = (await answer.json()) as Page<T>;
      onPage(page);
      yield* page.data;
      cursor = page.nextCursor;
    }
  }
}

function historyOf(subject: string): string {
  if (subject.startsWith('user_')) return `users/${subject}/events?order=asc&limit=100`;
  if (subject.startsWith('sgrp_')) return `service-groups/${subject}/events?order=asc&limit=100`;
  return `events?subject=${subject}&order=asc&limit=100`;
}

function published(event: LoggedEvent): PublishedEvent {
  return {
    specversion: '1.0',
    id: event.id,
    source: 'rollbook',
    type: event.type,
    subject: event.aggregateId,
    time: event.at,
    datacontenttype: 'application/json',
    dataschema: `urn:rollbook:event:${event.type}:${event.schemaVersion}`,
    accountid: event.accountId,
    sequence: String(event.version).padStart(12, '0'),
    actor: event.actor,
    correlationid: event.correlationId,
    causationid: event.causationId,
    data: event.data,
  };
}
