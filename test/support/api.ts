import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { openDevelopmentIssuer, type DevelopmentIssuer } from '#libs/dev-issuer';
import { createApp } from '../../apps/api/src/app.js';
import type { Configuration } from '../../apps/api/src/configuration.js';
import { engineEndpoint, uniqueTableName } from './engine.js';

/** An API on a port of its own, with an issuer whose tokens it accepts. */
export interface RunningApi {
  url: string;
  app: NestFastifyApplication;
  issuer: DevelopmentIssuer;
  configuration: Configuration;
  close(): Promise<void>;
}

export interface ApiOptions {
  additionalModules?: readonly Type[];
  endpoint?: string;
  table?: string;
  tokens?: Partial<Configuration['tokens']>;
}

/** Boots the real application in this process. It reads the table; it does not make it. */
export async function startApi(options: ApiOptions = {}): Promise<RunningApi> {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-api-'));
  const issuer = await openDevelopmentIssuer(folder);
  const configuration: Configuration = {
    host: '127.0.0.1',
    port: 0,
    table: {
      name: options.table ?? uniqueTableName(),
      region: 'us-east-1',
      endpoint: options.endpoint ?? engineEndpoint(),
    },
    cursorSecret: 'only-for-tests-only-for-tests-only-for-tests',
    tokens: { issuer: issuer.issuer, audience: issuer.audience, jwksUrl: issuer.jwksUrl, ...options.tokens },
    logLevel: 'silent',
  };
  const app = await createApp(configuration, { additionalModules: options.additionalModules ?? [] });
  await app.listen(0, '127.0.0.1');
  return {
    url: await app.getUrl(),
    app,
    issuer,
    configuration,
    async close() {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** What a problem answer holds; see RFC 9457. */
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

/** Asserts that an answer is a whole and honest problem, and gives it back. */
export async function expectProblem(answer: Response, status: number, code: string): Promise<ProblemBody> {
  const text = await answer.text();
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
