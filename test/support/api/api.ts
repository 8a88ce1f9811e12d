import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createClient, type RollbookClient } from '#libs/client';
import { openDevelopmentIssuer, type DevelopmentIssuer } from '#libs/dev-issuer';
import { ensureTable, type Directory } from '#libs/directory';
import { createApp, openPort } from '../../../apps/api/src/app.js';
import type { Configuration } from '../../../apps/api/src/configuration/configuration.js';
import {
  ISSUER_DEFAULTS,
  type IssuerConfiguration,
} from '../../../apps/api/src/configuration/issuer-configuration.js';
import { DIRECTORY } from '../../../apps/api/src/directory/directory.module.js';
import { serveDashboard } from '../../../apps/api/src/dashboard/serve-dashboard.js';
import { serveOpenApi } from '../../../apps/api/src/openapi/serve-document.js';
import { watchContract } from '../contract.js';
import { engineClient, engineEndpoint, onWeakTable, uniqueTableName } from '../engines/engine.js';
import { masterKeyFile } from '../directory/master-key.js';

/** An API on its own port, with its own table and an issuer whose tokens it accepts. */
export interface RunningApi {
  url: string;
  app: NestFastifyApplication;
  issuer: DevelopmentIssuer;
  configuration: Configuration;
  /** Its own: for what runs beside an API, as jobs do. */
  directory: Directory;
  /** Sends requests as the operator. */
  operator: Ask;
  /** The typed client, as the operator. It does not retry: no answer is hidden from a test. */
  client: RollbookClient;
  /** Sends requests as a user. */
  as(user: { id: string; accountId: string }): Promise<Ask>;
  /** The typed client, as a user. */
  clientAs(user: { id: string; accountId: string }): Promise<RollbookClient>;
  /** Set by a test to hold, count or refuse its calls to the table. */
  aroundCall:
    ((operation: string, input: object, send: () => Promise<unknown>) => Promise<unknown>) | undefined;
  /** Ends it at once, with what it is doing, and starts another at the same place. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Sends one request with a token: JSON in, or a text of another content type; the answer out. */
export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export interface Answer {
  status: number;
  headers: Headers;
  // Tests look into answers of many shapes.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** Creates the invitation tokens of an API under test. */
export const INVITATION_SECRET = 'only for tests: what makes tokens of invitations';

export interface ApiOptions {
  additionalModules?: readonly Type[];
  endpoint?: string;
  /** An existing table; by default a new one is created. */
  table?: string;
  /** The differences of this API's issuer, and any other issuers. */
  tokens?: Partial<IssuerConfiguration>;
  moreIssuers?: readonly IssuerConfiguration[];
  rateLimit?: Configuration['rateLimit'];
  plans?: Configuration['plans'];
  masterKey?: Configuration['masterKey'];
  /** By default it keeps no logs. */
  logKey?: Configuration['logKey'];
  corsOrigins?: readonly string[];
  problemBaseUrl?: string;
  webhooksSignalPort?: number;
  metricsPort?: number;
  /** Where its spans go; by default nowhere. */
  traces?: Configuration['traces'];
  allowLocalWebhooks?: boolean;
  /** Answers as in a function. */
  oneRequestAtATime?: boolean;
  /** The folder of a built dashboard; by default none is served. */
  dashboard?: string;
  /** Where people sign in with a browser; by default nowhere. */
  signIn?: Configuration['signIn'];
  trustedProxies?: Configuration['trustedProxies'];
  /** By default any free one. */
  port?: number;
}

/** Starts the real application in this process. */
export async function startApi(options: ApiOptions = {}): Promise<RunningApi> {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-api-'));
  const issuer = await openDevelopmentIssuer(folder);
  const configuration: Configuration = {
    host: '127.0.0.1',
    port: 0,
    table: {
      name: options.table ?? (await newTable()),
      endpoint: options.endpoint ?? engineEndpoint(),
    },
    logKey: options.logKey,
    masterKey: options.masterKey ?? { kmsKeyId: undefined, file: masterKeyFile() },
    cursorSecret: 'only-for-tests-only-for-tests-only-for-tests',
    issuers: [
      {
        ...ISSUER_DEFAULTS,
        issuer: issuer.issuer,
        audience: issuer.audience,
        jwksUrl: issuer.jwksUrl,
        operators: true,
        ...options.tokens,
      },
      ...(options.moreIssuers ?? []),
    ],
    publicUrl: options.signIn?.publicUrl,
    signIn: options.signIn,
    invitationSecret: INVITATION_SECRET,
    webhooks: { allowLocal: options.allowLocalWebhooks ?? false },
    rateLimit: options.rateLimit ?? { perSecond: 100_000, burst: 100_000 },
    plans: options.plans,
    corsOrigins: options.corsOrigins ?? [],
    problemBaseUrl: options.problemBaseUrl,
    webhooksSignalPort: options.webhooksSignalPort,
    metricsPort: options.metricsPort,
    ...(options.oneRequestAtATime && { oneRequestAtATime: true }),
    ...(options.trustedProxies && { trustedProxies: options.trustedProxies }),
    traces: options.traces,
    // Set ROLLBOOK_LOG_LEVEL=error to see why a spec got a 500.
    logLevel: (process.env['ROLLBOOK_LOG_LEVEL'] ?? 'silent') as Configuration['logLevel'],
  };
  const create = async () => {
    const app = await createApp(configuration, {
      additionalModules: options.additionalModules ?? [],
      documentation: serveOpenApi,
      dashboard: (fastify) => {
        if (options.dashboard !== undefined) serveDashboard(fastify, options.dashboard);
      },
    });
    // Before its first call: the table keeps the handlers of each operation.
    app.get(DynamoDBClient).middlewareStack.add(
      (next, context) => (args) => {
        const { commandName = '' } = context as { commandName?: string };
        const send = () => next(args);
        return (api.aroundCall?.(commandName.replace(/Command$/, ''), args.input, send) ??
          send()) as ReturnType<typeof send>;
      },
      { step: 'initialize', priority: 'high', name: 'aroundCall' },
    );
    return app;
  };
  const app = await create();
  let running = app;
  const url = await openPort(app, options.port ?? 0, '127.0.0.1');
  const unwatch = watchContract(url);
  const operatorToken = await issuer.signOperatorToken({ subject: 'tester' });
  const api: RunningApi = {
    url,
    app,
    issuer,
    configuration,
    directory: app.get<Directory>(DIRECTORY),
    operator: askWith(url, operatorToken),
    client: clientWith(url, operatorToken),
    async as({ id, accountId }) {
      return askWith(url, await issuer.signUserToken({ accountId, userId: id }));
    },
    async clientAs({ id, accountId }) {
      return clientWith(url, await issuer.signUserToken({ accountId, userId: id }));
    },
    aroundCall: undefined,
    async restart() {
      running.getHttpServer().closeAllConnections();
      await running.close();
      running = await create();
      await openPort(running, Number(new URL(url).port), '127.0.0.1');
    },
    async close() {
      unwatch();
      await running.close();
      await rm(folder, { recursive: true });
    },
  };
  return api;
}

function clientWith(baseUrl: string, token: string): RollbookClient {
  return createClient({ baseUrl, token, retries: { attempts: 1 } });
}

async function newTable(): Promise<string> {
  const client = engineClient();
  const name = uniqueTableName();
  await ensureTable(client, name);
  client.destroy();
  return name;
}

/** Sends requests with a token or an API key. */
export function askWith(url: string, token: string): Ask {
  return async (method, path, body, headers = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isText(body, headers) ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : isJson(answer) ? JSON.parse(text) : text,
    };
  };
}

/** Rows of an import, which are sent as they are written. */
function isText(body: unknown, { 'content-type': type = '' }: Record<string, string>): body is string {
  return typeof body === 'string' && /^(text\/csv|application\/x-ndjson)\b/.test(type);
}

/** Exports are neither JSON nor a problem. */
function isJson({ headers }: Response): boolean {
  return /^application\/((problem|scim)\+)?json\b/.test(headers.get('content-type') ?? '');
}

/** The fields of a problem; see RFC 9457. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  requestId: string;
  errors?: { code: string; detail: string; pointer?: string; parameter?: string; header?: string }[];
}

/** Asserts that an answer is a complete and correct problem, and returns it. */
export async function expectProblem(
  answer: Response | Answer,
  status: number,
  code: string,
): Promise<ProblemBody> {
  const text = answer instanceof Response ? await answer.text() : JSON.stringify(answer.body ?? null);
  expect({ status: answer.status, text }).toMatchObject({ status });
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const problem = JSON.parse(text) as ProblemBody;
  expect(problem).toMatchObject({
    type: `urn:rollbook:problem:${code}`,
    status,
    code,
    title: expect.any(String),
    detail: expect.any(String),
    instance: expect.stringMatching(/^\//),
  });
  expect(problem.requestId).toBe(answer.headers.get('x-request-id'));
  expect(text).not.toMatch(/\bat .*\.(js|ts):\d+/);
  return problem;
}

/** How many table calls an answer cost, and what they consumed. */
export function costOf({ headers }: Pick<Answer, 'headers'>): {
  calls: number;
  reads: number;
  writes: number;
} {
  const timing = headers.get('server-timing') ?? '';
  const read = (name: string) => Number(new RegExp(`${name};desc="([\\d.]+)"`).exec(timing)?.[1]);
  return { calls: read('calls'), reads: read('read-units'), writes: read('write-units') };
}

/** Asserts how many table calls an answer cost. On the weak table the rest of a batch is asked for again, so that it may be more. */
export function expectCalls(answer: Pick<Answer, 'headers'>, calls: number): void {
  if (!onWeakTable()) expect(costOf(answer).calls).toBe(calls);
}

/** As `expectCalls`, where fewer calls will do. */
export function expectCallsAtMost(answer: Pick<Answer, 'headers'>, calls: number): void {
  if (!onWeakTable()) expect(costOf(answer).calls).toBeLessThanOrEqual(calls);
}
