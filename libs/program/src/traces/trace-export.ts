import type { TraceSettings } from './settings.js';

/** A span that has ended. Times are in milliseconds since the epoch. */
export interface FinishedSpan {
  /** The span itself, as W3C Trace Context writes it. One that is not sampled is not sent. */
  traceparent: string;
  parentSpanId?: string | undefined;
  name: string;
  kind: 'server' | 'client' | 'producer';
  startedAt: number;
  endedAt: number;
  attributes: Readonly<Record<string, string | number>>;
  failed?: boolean;
}

export interface TraceExport {
  /** Whether a trace that begins here is sampled: for one id always the same. */
  samples: (traceId: string) => boolean;
  /** Adds a span, to be sent with others soon. Never waits, never throws. */
  add(span: FinishedSpan): void;
  /** Sends pending spans. Never rejects: spans that cannot be sent are not worth a request. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const SEND_EVERY_MS = 5_000;
const SPANS_OF_A_REQUEST = 512;
/** While a collector is unavailable, the spans of some seconds are kept, and no more. */
const WAITING_AT_MOST = 4_096;
const TIMEOUT_MS = 10_000;
/** Source: https://opentelemetry.io/docs/specs/otlp/#failures-1 */
const TRY_AGAIN: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const KINDS = { server: 2, client: 3, producer: 4 } as const;
const FAILED = 2;
const SAMPLED = 1;

/**
 * OpenTelemetry's SDK with its exporter would be 19 packages, and 206 KB and 24 ms more in the start of each function.
 * Source: https://opentelemetry.io/docs/specs/otlp/#otlphttp
 * @param onNotice called, once until it works again
 */
export function openTraceExport(
  { url, headers, resource, ratio }: TraceSettings,
  onNotice: (message: string) => void,
): TraceExport {
  let waiting: FinishedSpan[] = [];
  let sending: Promise<void> = Promise.resolve();
  let away = false;

  async function send(spans: readonly FinishedSpan[]): Promise<'sent' | 'try again' | 'refused'> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(toRequest(resource, spans)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      notice(answer.ok ? undefined : `the collector answers ${answer.status}`);
      return answer.ok ? 'sent' : TRY_AGAIN.has(answer.status) ? 'try again' : 'refused';
    } catch (error) {
      notice(error instanceof Error ? error.name : 'the collector cannot be reached');
      return 'try again';
    }
  }

  function notice(reason: string | undefined): void {
    if (reason !== undefined && !away) onNotice(`Traces cannot be sent: ${reason}.`);
    away = reason !== undefined;
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, SPANS_OF_A_REQUEST);
      if ((await send(spans)) !== 'try again') continue;
      waiting = [...spans, ...waiting].slice(0, WAITING_AT_MOST);
      return;
    }
  }

  const flush = () => (sending = sending.then(sendAll));
  const timer = setInterval(() => void flush(), SEND_EVERY_MS).unref();
  return {
    samples: (traceId) => Number.parseInt(traceId.slice(-8), 16) < ratio * 2 ** 32,
    add(span) {
      if (isSampled(span.traceparent) && waiting.length < WAITING_AT_MOST) waiting.push(span);
    },
    flush,
    close() {
      clearInterval(timer);
      return flush();
    },
  };
}

function isSampled(traceparent: string): boolean {
  return (Number.parseInt(traceparent.slice(-2), 16) & SAMPLED) === SAMPLED;
}

function toRequest(resource: TraceSettings['resource'], spans: readonly FinishedSpan[]): object {
  const scopeSpans = [{ scope: { name: 'rollbook' }, spans: spans.map(toOtlp) }];
  return { resourceSpans: [{ resource: { attributes: toAttributes(resource) }, scopeSpans }] };
}

function toOtlp({ traceparent, parentSpanId, name, kind, failed, ...span }: FinishedSpan): object {
  const [, traceId, spanId] = traceparent.split('-');
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    flags: SAMPLED,
    name,
    kind: KINDS[kind],
    startTimeUnixNano: toNanoseconds(span.startedAt),
    endTimeUnixNano: toNanoseconds(span.endedAt),
    attributes: toAttributes(span.attributes),
    status: failed ? { code: FAILED } : {},
  };
}

/** In JSON a 64-bit number is a text. */
function toNanoseconds(milliseconds: number): string {
  return `${BigInt(Math.round(milliseconds * 1_000)) * 1_000n}`;
}

function toAttributes(values: Readonly<Record<string, string | number>>): object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }));
}
