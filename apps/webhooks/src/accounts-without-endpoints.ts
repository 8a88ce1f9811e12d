import { setTimeout as delay } from 'node:timers/promises';

export interface AccountsWithoutEndpointsOptions {
  /** How long an account is remembered, from the moment it was asked about. */
  rememberMs?: number;
  /** After so long every process has forgotten an account, and what they passed over can be read in its log. */
  settleMs?: number;
  maxAccounts?: number;
}

interface Registration {
  /** By `performance.now()`, here. */
  seenAt: number;
  queued?: Promise<string[]> | undefined;
}

/** A bus waits for an answer for five seconds. */
const BUS_WAITS_MS = 2_000;

/**
 * The accounts that had no webhook endpoint a moment ago: nearly all of them, and an import makes hundreds of events a
 * second. An endpoint that is registered meanwhile loses nothing: its `webhook_endpoint.created` arrives after the commit,
 * so that one memory's time later no process passes over its events any more, and those of until then are queued from the
 * log. Until then the event is answered so that the bus brings it again, to whichever process is there then.
 */
export class AccountsWithoutEndpoints {
  private readonly until = new Map<string, number>();
  /** Of endpoints, by the ids of their events. */
  private readonly registrations = new Map<string, Registration>();
  private readonly rememberMs: number;
  private readonly settleMs: number;
  private readonly maxAccounts: number;

  constructor({
    rememberMs = 5_000,
    settleMs = 7_000,
    maxAccounts = 10_000,
  }: AccountsWithoutEndpointsOptions = {}) {
    this.rememberMs = rememberMs;
    this.settleMs = settleMs;
    this.maxAccounts = maxAccounts;
  }

  has(accountId: string): boolean {
    const until = this.until.get(accountId);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.until.delete(accountId);
    return false;
  }

  /** @param askedAt by `performance.now()`, before the question: an endpoint registered since was not seen */
  remember(accountId: string, askedAt: number): void {
    put(this.until, accountId, askedAt + this.rememberMs, this.maxAccounts);
  }

  forget(accountId: string): void {
    this.until.delete(accountId);
  }

  /**
   * An endpoint was registered, says the event of that id: once nobody passes anything over any more, what was passed over
   * is queued, once for all the times that the bus brings the event.
   *
   * @returns what came of it; undefined when it is not done yet
   */
  async catchUp(eventId: string, queue: () => Promise<string[]>): Promise<string[] | undefined> {
    const now = performance.now();
    const registration: Registration = this.registrations.get(eventId) ?? { seenAt: now };
    put(this.registrations, eventId, registration, this.maxAccounts);
    if (now - registration.seenAt < this.settleMs) return undefined;
    registration.queued ??= queue().catch((error: unknown) => {
      registration.queued = undefined;
      throw error;
    });
    const waiting = new AbortController();
    const { signal } = waiting;
    const tooLong = delay(BUS_WAITS_MS, undefined, { signal }).catch(() => undefined);
    return Promise.race([registration.queued, tooLong]).finally(() => waiting.abort());
  }
}

/** The ones put first make room. */
function put<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
}
