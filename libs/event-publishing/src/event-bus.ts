export interface OutgoingEvent {
  id: string;
  /** Events of one group keep their order: the aggregate. */
  group: string;
  type: string;
  time: Date;
  /** The CloudEvent as JSON: the same bytes for every attempt. */
  detail: string;
  traceparent?: string;
}

export type Outcome =
  | { kind: 'accepted' }
  /** May succeed later: throttled, timed out (it may even have been accepted), unreachable, not permitted yet. */
  | { kind: 'failed'; reason: string }
  /** Will never succeed unchanged. */
  | { kind: 'rejected'; reason: string };

/** Where events are published. Two implementations: the classic event bus, and a bus with ordered groups. */
export interface EventBusPort {
  /** Events one request may carry. */
  readonly maxEvents: number;
  /** Bytes one request may carry, and so one event. */
  readonly maxBytes: number;
  readonly keepsGroupOrder: boolean;
  sizeOf(event: OutgoingEvent): number;
  /** Sends one request. Resolves to one outcome for each event; never rejects. */
  publish(events: readonly OutgoingEvent[]): Promise<Outcome[]>;
}
