import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpAnswer, HttpEvent } from '../../apps/api/src/lambda/http-event.js';
import { compileEventPattern } from '../../apps/local/src/bus/events/event-pattern.js';
import type { LambdaAnswer } from '../../apps/stream-processor/src/lambda-host.js';
import {
  FEEDER_FILTERS,
  PROJECTOR_FILTERS,
  PUBLISHER_FILTERS,
  type RecordFilter,
} from '../../infra/src/parts/record-filters.js';
import { dynamoDBClient } from '#libs/aws-clients';
import { startDistribution } from '../support/browser/distribution.js';
import { gatewayOf } from '../support/browser/function-front.js';
import { startFunction } from '../support/streams/lambda-function.js';
import { startProcess } from '../support/processes/processes.js';
import {
  lambdaRecordsOf,
  streamShards,
  type LambdaRecord,
  type ReadShard,
} from '../support/streams/stream-records.js';
import type { UploadedPages } from './pages.js';
import type { BusEvent } from './resources.js';

export interface Answer {
  status: number;
  /** `{}` where there is none. */
  body: Record<string, string>;
}

/** The system as it runs on AWS. */
export interface Deployment {
  url: string;
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  /** What a rule of the bus does for the webhooks. */
  deliver(event: BusEvent): Promise<void>;
  stop(): Promise<void>;
}

/** The bus waits longer; a check need not. */
const RETRY_MS = 200;

/** The API, the stream processor and the webhooks, each in a process of its own. */
export async function startContainers(environment: NodeJS.ProcessEnv, token: string): Promise<Deployment> {
  const settings = { ...environment, PORT: '0' };
  const processes = await Promise.all(
    ['api', 'stream-processor', 'webhooks'].map((program) => startProcess(program, settings)),
  );
  const [api, , webhooks] = processes.map(({ message }) => message.url);
  const stopping = new AbortController();
  const deliver = async (event: BusEvent): Promise<void> => {
    const { status } = await fetch(`${webhooks}/events`, { method: 'POST', body: JSON.stringify(event) });
    if (status < 300 || stopping.signal.aborted) return;
    if (status !== 503) throw new Error(`The webhooks answered ${status}.`);
    // The bus brings again what was not taken.
    await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    await deliver(event);
  };
  return {
    url: String(api),
    ask: asker(String(api), token),
    deliver,
    async stop() {
      stopping.abort();
      await Promise.all(processes.map((each) => each.stop()));
    },
  };
}

function asker(url: string, token: string): Deployment['ask'] {
  return async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return answerOf(answer.status, await answer.text());
  };
}

/** Each function's bundle by its handler, and what AWS does to call it: the distribution, the HTTP API, and the mappings of the stream. */
export async function startFunctions(
  environment: NodeJS.ProcessEnv,
  token: string,
  { template: stack, object }: UploadedPages,
): Promise<Deployment> {
  const secret = 'of the distribution and the function';
  const [api, publisher, feeder, projector, webhooks] = await Promise.all([
    startFunction<HttpEvent, HttpAnswer>('api', { ...environment, ROLLBOOK_EDGE_SECRET: secret }),
    startFunction<StreamEvent, LambdaAnswer>('publisher', environment),
    startFunction<StreamEvent, LambdaAnswer>('feeder', environment),
    startFunction<StreamEvent, LambdaAnswer>('projector', environment),
    startFunction<BusEvent, void>('webhooks', environment),
  ]);
  const template = JSON.parse(
    await readFile(new URL('../lambda/events/http-request.json', import.meta.url), 'utf8'),
  ) as HttpEvent;
  const mappings = startMappings(environment['ROLLBOOK_TABLE'] ?? '', [
    [PUBLISHER_FILTERS, (event) => publisher.invoke(event), false],
    [FEEDER_FILTERS, (event) => feeder.invoke(event), true],
    [PROJECTOR_FILTERS, (event) => projector.invoke(event), true],
  ]);
  const gateway = gatewayOf((event) => api.invoke(event), template);
  const distribution = await startDistribution(stack, { pages: object, api: gateway }, { secret });
  return {
    url: distribution.url,
    ask: asker(distribution.url, token),
    deliver: (event) => webhooks.invoke(event),
    async stop() {
      await Promise.all([mappings.stop(), distribution.stop()]);
      await Promise.all([api, publisher, feeder, projector, webhooks].map((each) => each.stop()));
    },
  };
}

/** What an event source mapping calls a function with: https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html */
interface StreamEvent {
  Records: LambdaRecord[];
  shardId?: string;
}

type Mapping = [readonly RecordFilter[], (event: StreamEvent) => Promise<LambdaAnswer>, isWindowed: boolean];

/**
 * The event source mappings of a table's stream: what passes a filter goes to its function, from each shard in order, and again
 * when it failed. A mapping promises at least once: each batch is passed on twice.
 */
function startMappings(table: string, mappings: readonly Mapping[]): { stop(): Promise<void> } {
  const client = dynamoDBClient();
  const stopping = new AbortController();
  const run = async ([filters, invoke, isWindowed]: Mapping) => {
    const matchers = filters.map((filter) => compileEventPattern(JSON.stringify(filter)));
    const done = new Map<string, number>();
    while (!stopping.signal.aborted) {
      for (const shard of await streamShards(client, table)) {
        const { shardId } = shard;
        const records = lambdaRecordsOf(shard).slice(done.get(shardId) ?? 0);
        const Records = records.filter((record) => matchers.some((matches) => matches(record)));
        if (Records.length > 0) {
          const event = { Records, ...(isWindowed && inWindow(shard, false)) };
          const answers = [await invoke(event), await invoke(event)];
          if (answers.some(({ batchItemFailures }) => batchItemFailures.length > 0)) continue;
          assert.deepEqual(answers[1], answers[0], 'The same batch was answered differently');
          if (isWindowed) await invoke({ Records: [], ...inWindow(shard, true) });
        }
        done.set(shardId, (done.get(shardId) ?? 0) + records.length);
      }
      await delay(100);
    }
  };
  const running = Promise.all(mappings.map(run));
  // The waiting check fails first; stopping says why.
  running.catch(() => {});
  return {
    async stop() {
      stopping.abort();
      await running.finally(() => client.destroy());
    },
  };
}

/** What a tumbling window adds: https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html */
function inWindow({ shardId, streamArn }: ReadShard, isFinalInvokeForWindow: boolean) {
  return {
    window: { start: '2026-01-01T00:00:00Z', end: '2026-01-01T00:15:00Z' },
    state: {},
    shardId,
    eventSourceARN: streamArn,
    isFinalInvokeForWindow,
    isWindowTerminatedEarly: false,
  };
}

function answerOf(status: number, text: string): Answer {
  return { status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) };
}

const COMMAND = fileURLToPath(new URL('../../dist/programs/rollbook.js', import.meta.url));

/** Runs the operator's command as built. */
export function rollbook(environment: NodeJS.ProcessEnv, ...words: string[]) {
  const env = { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...environment };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [COMMAND, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
