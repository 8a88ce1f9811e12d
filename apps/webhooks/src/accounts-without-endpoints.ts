import type { WebhookEndpointId } from '#libs/domain';
import { realRuntime, type Runtime } from '#libs/pacing';

export interface AccountsWithoutEndpointsOptions {
  rememberMs?: number;
  /** After this time every process has forgotten an account, and the events they skipped can be read in its log. */
  settleMs?: number;
  maxAccounts?: number;
  runtime?: Runtime;
}

interface Registration {
  /** By `elapsed` of the runtime. */
  seenAt: number;
  queued?: Promise<WebhookEndpointId[]> | undefined;
}

/** A bus waits for an answer for five seconds. */
const BUS_WAITS_MS = 2_000;

/**
 * The accounts that had no webhook endpoint a moment ago: nearly all of them, and an import creates hundreds of events a
 * second. An endpoint registered in the meantime loses nothing: its `webhook_endpoint.created` arrives after the commit, so
 * that one memory's time later no process skips its events any more, and earlier ones are queued from the log. Until then
 * the event is answered so that the bus sends it again, to whichever process exists then.
 */
export class AccountsWithoutEndpoints {
  private readonly until = new Map<string, number>();
  /** Of endpoints, by the ids of their events. */
  private readonly registrations = new Map<string, Registration>();
  private readonly rememberMs: number;
  private readonly settleMs: number;
  private readonly maxAccounts: number;
  private readonly runtime: Runtime;

  constructor({
    rememberMs = 5_000,
    settleMs = 7_000,
    maxAccounts = 10_000,
    runtime = realRuntime,
  }: AccountsWithoutEndpointsOptions = {}) {
    this.rememberMs = rememberMs;
    this.settleMs = settleMs;
    this.maxAccounts = maxAccounts;
    this.runtime = runtime;
  }

  has(accountId: string): boolean {
    const until = this.until.get(accountId);
    if (until === undefined) return false;
    if (until > this.runtime.elapsed()) return true;
    this.until.delete(accountId);
    return false;
  }

  /** @param askedAt by `elapsed` of the runtime, before the question: an endpoint registered since was not seen */
  remember(accountId: string, askedAt: number): void {
    put(this.until, accountId, askedAt + this.rememberMs, this.maxAccounts);
  }

  forget(accountId: string): void {
    this.until.delete(accountId);
  }

  /**
   * Handles the registration of an endpoint, announced by the event with that id: once nobody skips its events any more, the
   * skipped ones are queued, once for all the times that the bus sends the event.
   * @returns the result; undefined if it is not done yet
   */
  async catchUp(
    eventId: string,
    queue: () => Promise<WebhookEndpointId[]>,
  ): Promise<WebhookEndpointId[] | undefined> {
    const now = this.runtime.elapsed();
    const registration: Registration = this.registrations.get(eventId) ?? { seenAt: now };
    put(this.registrations, eventId, registration, this.maxAccounts);
    if (now - registration.seenAt < this.settleMs) return undefined;
    registration.queued ??= queue().catch((error: unknown) => {
      registration.queued = undefined;
      throw error;
    });
    const waiting = new AbortController();
    const tooLong = this.runtime.sleep(BUS_WAITS_MS, waiting.signal).then(() => undefined);
    return Promise.race([registration.queued, tooLong]).finally(() => waiting.abort());
  }
}

/** The ones put first make room. */
function put<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
}
