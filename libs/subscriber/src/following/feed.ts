import { createClient, type ClientOptions, type RollbookClient, type Schemas } from '@rollbook/client';
import type { AnyEvent } from '../events.js';

export interface FeedOptions extends Pick<ClientOptions, 'baseUrl' | 'fetch'> {
  /** An API key with the scope `events:read`, or what gives a bearer token each time. */
  token: string | (() => string | Promise<string>);
  /** Whose events. Without it: those of all accounts, with a key of the operators. */
  accountId?: string | undefined;
}

export type FeedPage = Schemas['ChangesDto'];

/** The most that the API takes. */
const EVENTS_OF_PAGE = 1_000;

/** Reads the feed and its snapshot. What fails is for the caller to repeat: it knows how far it is. */
export class Feed {
  private readonly client: RollbookClient;

  constructor(private readonly options: FeedOptions) {
    this.client = createClient({ ...options, retries: { attempts: 1 } });
  }

  /** The next page, waiting for one if there is nothing yet. Null is the beginning. */
  page(after: string | null, waitSeconds: number, signal: AbortSignal): Promise<FeedPage> {
    const { accountId } = this.options;
    const query = { wait: waitSeconds, limit: EVENTS_OF_PAGE, ...(after !== null && { after }) };
    return accountId === undefined
      ? this.client.get('/v1/changes', { query, signal })
      : this.client.get('/v1/accounts/{accountId}/changes', { path: { accountId }, query, signal });
  }

  /** Each event of a snapshot, and at last the cursor. There is none of all accounts. */
  async *snapshot(accountId: string, signal: AbortSignal): AsyncGenerator<AnyEvent | { cursor: string }> {
    const request = { path: { accountId }, signal };
    const { body } = await this.client.download('/v1/accounts/{accountId}/changes/snapshot', request);
    const decoder = new TextDecoder();
    let rest = '';
    for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as AnyEvent | { cursor: string };
    }
  }
}
