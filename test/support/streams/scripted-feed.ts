import { setTimeout as delay } from 'node:timers/promises';

export interface ScriptedEvent {
  type: string;
  subject: string;
  accountid: string;
  sequence?: string;
  stateversion?: string;
  data?: Record<string, unknown>;
}

const ACCOUNT = 'acct_1';
const event = (type: string, subject: string, sequence: number, data: object = {}): ScriptedEvent => ({
  ...{ type, subject, accountid: ACCOUNT, sequence: String(sequence).padStart(12, '0') },
  data: { userId: 'user_1', serviceGroupId: 'sgrp_1', ...data },
});

/** An account with a member, `user_1` of `sgrp_1`. */
export const MEMBER: readonly ScriptedEvent[] = [
  event('account.created', ACCOUNT, 1),
  event('service_group.created', 'sgrp_1', 1),
  event('user.created', 'user_1', 1),
  event('service_group.member_added', 'user_1', 2),
];
export const MEMBER_REMOVED = event('service_group.member_removed', 'user_1', 3);

/**
 * A feed whose processor stands still, whose API is away, or whose clock is set, when a test says so: what a real one does, on both
 * clocks of the caller.
 */
export class ScriptedFeed {
  readonly events: ScriptedEvent[] = [];
  /** What it was sent: the query of each page, and `snapshot`. */
  readonly asked: string[] = [];
  /** Up to when it is complete; null: nothing is said of it; undefined: an API from before that. */
  completeTo: () => number | null | undefined = () => this.now();
  /** Instead of an answer. */
  fault: ((url: URL, signal: AbortSignal | undefined) => Promise<Response>) | undefined;
  /** What readers of pages and of snapshots must understand: nothing, as of an API that does not say so. */
  requires: { pages?: string[]; snapshots?: string[] } = {};
  /** Its own clock. */
  now: () => number = Date.now;

  constructor(events: readonly ScriptedEvent[] = MEMBER) {
    this.events.push(...events);
  }

  /** Nothing is appended any more, as when the processor is stopped. */
  standStill(): void {
    const since = this.now();
    this.completeTo = () => since;
  }

  goOn(): void {
    this.completeTo = () => this.now();
  }

  /** For the option `fetch`. */
  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const signal = init?.signal ?? undefined;
    signal?.throwIfAborted();
    this.asked.push(url.pathname.endsWith('/changes') ? url.search : url.pathname.split('/').at(-1)!);
    if (this.fault) return this.fault(url, signal);
    if (url.pathname.endsWith('/evaluation')) return Response.json({ decision: true });
    if (url.pathname.endsWith('/snapshot')) return new Response(this.snapshot());
    return this.page(url.searchParams, signal);
  };

  /** There is no answer, and no refusal. */
  static readonly hangs: NonNullable<ScriptedFeed['fault']> = (_url, signal) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });

  static readonly away: NonNullable<ScriptedFeed['fault']> = () =>
    Promise.reject(new TypeError('The network is away.'));

  static refusing(status: number, code: string, headers: Record<string, string> = {}) {
    return (): Promise<Response> =>
      Promise.resolve(
        Response.json(
          { status, code, title: code, detail: `${code}.` },
          { status, headers: { ...headers, 'content-type': 'application/problem+json' } },
        ),
      );
  }

  private async page(query: URLSearchParams, signal: AbortSignal | undefined): Promise<Response> {
    const from = Number(query.get('after') ?? 0);
    const until = performance.now() + Number(query.get('wait')) * 1_000;
    while (this.events.length <= from && performance.now() < until) await delay(5, undefined, { signal });
    const completeTo = this.completeTo();
    return Response.json({
      data: this.events.slice(from),
      nextCursor: String(Math.max(from, this.events.length)),
      upToDate: true,
      ...(this.requires.pages && { requires: this.requires.pages }),
      ...(completeTo !== undefined && {
        readAt: new Date(this.now()).toISOString(),
        completeTo: completeTo === null ? null : new Date(completeTo).toISOString(),
      }),
    });
  }

  /** All that has happened, each as it was: the copy of it is the same. */
  private snapshot(): string {
    const lines = this.events.map(({ sequence, ...rest }) => ({ ...rest, stateversion: sequence }));
    const { snapshots: requires } = this.requires;
    return [...lines, { cursor: String(this.events.length), ...(requires && { requires }) }]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
  }
}
