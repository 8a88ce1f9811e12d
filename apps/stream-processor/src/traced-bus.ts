import type { EventBusPort, OutgoingEvent, Outcome } from '#libs/event-publishing';
import { realRuntime } from '#libs/pacing';
import type { TraceExport } from '#libs/program';

const SPAN_BYTES = 8;

/** Source: https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/ */
export function tracedBus(bus: EventBusPort, traces: TraceExport, name: string): EventBusPort {
  return {
    ...bus,
    async publish(events) {
      const startedAt = realRuntime.now();
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
    traceparent: [version, trace, realRuntime.bytes(SPAN_BYTES).toString('hex'), flags].join('-'),
    parentSpanId,
    name: `send ${type}`,
    kind: 'producer',
    startedAt,
    endedAt: realRuntime.now(),
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
