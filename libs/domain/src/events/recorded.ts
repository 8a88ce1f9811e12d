/** Who asked for a change: `operator:<name>`, `user:<id>`, `api-key:<id>`, or `system:<part>`. */
export type Actor = `operator:${string}` | `user:${string}` | `api-key:${string}` | `system:${string}`;

/** What every event carries beside its fact. */
export interface EventEnvelope {
  /** `{aggregateId}.{version}`: the event's key, its de-duplication id downstream, and its place in the order. */
  eventId: string;
  schemaVersion: number;
  accountId: string;
  aggregateId: string;
  /** 1, 2, 3 … without holes inside the aggregate. */
  version: number;
  /** ISO 8601, UTC, milliseconds. Strictly rising inside the aggregate. */
  at: string;
  actor: Actor;
  /** Ties together everything that one request caused. */
  correlationId: string;
  /** The event or command that caused this one. */
  causationId: string;
  /** The personal fields of `data` are erased, and hold what stands for them. */
  erased?: true;
  /** The span of the request that caused it, where one did (https://www.w3.org/TR/trace-context/#traceparent-header). */
  traceparent?: string;
}

/** A fact that was committed. */
export type Recorded<F extends { type: string }> = F extends { type: string } ? F & EventEnvelope : never;
