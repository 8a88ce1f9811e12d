import type { FeedEvent } from '../copy/apply-event.js';

export interface ApiOptions {
  /** Of the API, for example `https://api.example.com`. */
  baseUrl: string;
  /** An API key with the scope `events:read`, and `access:check` to ask the API; or what gives a bearer token each time. */
  token: string | (() => string | Promise<string>);
  /** Whose feed to follow. Without it: that of all accounts, with a key of the operators. */
  accountId?: string | undefined;
  fetch?: typeof fetch | undefined;
}

export interface Page {
  data: FeedEvent[];
  nextCursor: string;
  upToDate: boolean;
}

/** An answer that is no success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: string,
    /** Milliseconds, if the API said so. */
    readonly retryAfterMs: number | undefined,
  ) {
    super(`The API answered ${status} ${code}.`);
  }
}

/** What a guard asks of the API. */
export class Api {
  private readonly fetch: typeof fetch;

  constructor(private readonly options: ApiOptions) {
    this.fetch = options.fetch ?? globalThis.fetch;
  }

  /** The next page of the feed, waiting for one if there is nothing yet. */
  async changes(after: string | undefined, waitSeconds: number, signal: AbortSignal): Promise<Page> {
    const query = new URLSearchParams({ wait: String(waitSeconds), limit: '1000' });
    if (after !== undefined) query.set('after', after);
    const answer = await this.send(`${this.feed}?${query.toString()}`, { signal });
    return (await answer.json()) as Page;
  }

  /** Each line of a snapshot, and at last the cursor. There is none of all accounts. */
  async *snapshot(signal: AbortSignal): AsyncGenerator<FeedEvent | { cursor: string }> {
    const { body } = await this.send(`${this.feed}/snapshot`, { signal });
    const decoder = new TextDecoder();
    let rest = '';
    for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as FeedEvent | { cursor: string };
    }
  }

  /** The API's own answer (AuthZEN 1.0). */
  async mayEnter(accountId: string | undefined, userId: string, serviceGroupId: string): Promise<boolean> {
    const body = {
      subject: { type: 'user', id: userId },
      action: { name: 'enter' },
      resource: { type: 'service_group', id: serviceGroupId },
      ...(accountId !== undefined && { context: { account_id: accountId } }),
    };
    const answer = await this.send('/access/v1/evaluation', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { decision: boolean }).decision;
  }

  private get feed(): string {
    const { accountId } = this.options;
    return accountId === undefined ? '/v1/changes' : `/v1/accounts/${accountId}/changes`;
  }

  private async send(path: string, init: RequestInit): Promise<Response> {
    const { baseUrl, token } = this.options;
    const bearer = typeof token === 'string' ? token : await token();
    const headers = { ...(init.headers as object), authorization: `Bearer ${bearer}` };
    const answer = await this.fetch(`${baseUrl.replace(/\/$/, '')}${path}`, { ...init, headers });
    if (answer.ok) return answer;
    const problem = (await answer.json().catch(() => ({}))) as { code?: string };
    const seconds = Number(answer.headers.get('retry-after') ?? NaN);
    const retryAfterMs = Number.isNaN(seconds) ? undefined : seconds * 1_000;
    throw new ApiError(answer.status, problem.code ?? 'unknown', retryAfterMs);
  }
}
