import { realRuntime } from '#libs/pacing';

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})$/;
const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
const SAMPLED = '01';
const NOT_SAMPLED = '00';

/** Whether a trace that begins here is sampled. */
export type Sampler = (traceId: string) => boolean;

const nobody: Sampler = () => false;

/** In the client's trace, or a new one: https://www.w3.org/TR/trace-context/#traceparent-header */
export function spanOf(
  header: string | string[] | undefined,
  samples: Sampler = nobody,
): { traceparent: string; parentSpanId: string | undefined } {
  const [, given, parentSpanId, flags] = (typeof header === 'string' && TRACEPARENT.exec(header)) || [];
  const trace = given ?? hex(TRACE_BYTES);
  const sampled = flags ?? (samples(trace) ? SAMPLED : NOT_SAMPLED);
  return { traceparent: `00-${trace}-${newSpanId()}-${sampled}`, parentSpanId };
}

/** Another span of the same trace. */
export function besides(traceparent: string): string {
  const [version, trace, , flags] = traceparent.split('-');
  return [version, trace, newSpanId(), flags].join('-');
}

function newSpanId(): string {
  return hex(SPAN_BYTES);
}

const hex = (bytes: number) => realRuntime.bytes(bytes).toString('hex');
