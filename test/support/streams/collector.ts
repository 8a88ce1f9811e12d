import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readTraceSettings, type TraceSettings } from '#libs/program';

/** A span in OTLP. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status: { code?: number };
}

/** Stands in for an OpenTelemetry collector: keeps the spans it receives. */
export interface Collector {
  settings: TraceSettings;
  spans: ReceivedSpan[];
  /** Its answer from now on; refused spans are not kept. */
  answer: number;
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(text) as {
        resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
      };
      const sent = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
      if (collector.answer === 200 && request.url === '/v1/traces') collector.spans.push(...sent);
      response.writeHead(collector.answer, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const collector: Collector = {
    settings: readTraceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, 'test') as TraceSettings,
    spans: [],
    answer: 200,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}
