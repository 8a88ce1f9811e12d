/** Who made a change: `operator:<name>`, `user:<id>`, `api-key:<id>`, or `system:<part>`. */
export type Actor = `operator:${string}` | `user:${string}` | `api-key:${string}` | `system:${string}`;

export interface EventEnvelope {
  /** `{aggregateId}.{version}`: the event's key, its de-duplication id downstream, and its position in the order. */
  eventId: string;
  schemaVersion: number;
  accountId: string;
  aggregateId: string;
  /** 1, 2, 3 … without gaps within the aggregate. */
  version: number;
  /** ISO 8601, UTC, milliseconds. Strictly increasing within the aggregate. */
  at: string;
  actor: Actor;
  /** Shared by everything that one request caused. */
  correlationId: string;
  /** The event or command that caused this one. */
  causationId: string;
  /** The personal fields of `data` have been erased, and hold placeholders. */
  erased?: true;
  /** The span of the request that caused it, if there was one (https://www.w3.org/TR/trace-context/#traceparent-header). */
  traceparent?: string;
}

export type Recorded<F extends { type: string }> = F extends { type: string } ? F & EventEnvelope : never;
