import { randomBytes } from 'node:crypto';
import type { EventBusPort, OutgoingEvent, Outcome } from '#libs/event-publishing';
import type { TraceExport } from '#libs/program';

const SPAN_BYTES = 8;

/** Source: https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/ */
export function tracedBus(bus: EventBusPort, traces: TraceExport, name: string): EventBusPort {
  return {
    ...bus,
    async publish(events) {
      const startedAt = Date.now();
      const outcomes = await bus.publish(events);
      for (const [index, event] of events.entries()) addSpan(traces, name, event, outcomes[index], startedAt);
      return outcomes;
    },
  };
}

function addSpan(
  traces: TraceExport,
  bus: string,
  { id, type, time, traceparent }: OutgoingEvent,
  outcome: Outcome | undefined,
  startedAt: number,
): void {
  if (traceparent === undefined) return;
  const [version, trace, parentSpanId, flags] = traceparent.split('-');
  traces.add({
    traceparent: [version, trace, randomBytes(SPAN_BYTES).toString('hex'), flags].join('-'),
    parentSpanId,
    name: `send ${type}`,
    kind: 'producer',
    startedAt,
    endedAt: Date.now(),
    attributes: {
      'messaging.system': 'aws.eventbridge',
      'messaging.operation.type': 'send',
      'messaging.destination.name': bus,
      'messaging.message.id': id,
      'rollbook.milliseconds_since_commit': Math.max(0, startedAt - time.getTime()),
    },
    failed: outcome?.kind !== 'accepted',
  });
}
