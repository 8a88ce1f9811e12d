import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { LogController, type FastifyInstance } from 'fastify';
import type { TablePlace } from '#libs/aws-clients';
import { openTraceExport, type WriteSignal } from '#libs/program';
import { checkCredentialsFirst, Credentials } from './auth/guard/credentials.js';
import { problemPage } from './auth/sign-in/problem-page.js';
import { scimErrors } from './scim/protocol/scim-error.js';
import { AppModule } from './app.module.js';
import { expectOwnChanges, FeedWatch } from './changes/feed-watch.js';
import { tellWhoAsks } from './directory/asking.js';
import { WRITE_SIGNAL } from './directory/directory.module.js';
import type { Configuration } from './configuration/configuration.js';
import { FrameworkLog, logOptions, logRequests } from './log.js';
import { answersBeforeRouting, answersOnSocket } from './problems/framework-problems.js';
import { ProblemFilter } from './problems/problem.filter.js';
import { AnsweringAdapter } from './commands/answering-adapter.js';
import { AllowedMethods } from './problems/allowed-methods.js';
import {
  allowLargerBodies,
  BODY_LIMIT_BYTES,
  parseJsonBodies,
  parseLogoutForms,
} from './http/input/json-body.js';
import { streamImports } from './imports/import-body.js';
import { compressAnswers } from './http/edge/compression.js';
import { limitAnswers } from './lambda/answer-limit.js';
import { answerConditionally } from './http/edge/conditional-answers.js';
import { readOutBodies } from './http/edge/early-answers.js';
import { endUntakenAnswers } from './http/edge/untaken-answers.js';
import { nameResourceMetadata } from './discovery/resource-metadata.js';
import { allowOrigins } from './http/edge/cross-origin.js';
import { checkQueryStrings } from './http/input/query-string.js';
import { closeConnectionsWhenStopping } from './http/edge/draining.js';
import { followRequests, newRequestId } from './observability/request-context.js';
import { requireHost } from './http/edge/required-host.js';
import { DATA_HEADERS } from './http/edge/security-headers.js';
import { exportSpans } from './auth/guard/spans.js';
import { KnownInput } from './http/query/known-input.guard.js';
import { RequestValidation } from './http/input/validation.js';

const PROBLEM_RENDERERS = [scimErrors, problemPage];

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_PATH_PART_LENGTH = 256;
const REQUEST_TIMEOUT_MS = 60_000;
/** Connections that may wait to be accepted: of a burst, Node's own 511 would have the others reset or sent again late. */
const WAITING_CONNECTIONS = 4_096;

export interface AppOptions {
  additionalModules?: readonly Type[];
  /** Serves the OpenAPI document: created here, with a page to try it, or as stored when a bundle was built. */
  documentation?: (app: NestFastifyApplication) => void;
  /** Serves the pages; a function does not. */
  dashboard?: (fastify: FastifyInstance) => void;
}

export async function createApp(
  configuration: Configuration,
  { additionalModules = [], documentation, dashboard }: AppOptions = {},
): Promise<NestFastifyApplication> {
  const problems = { renderers: PROBLEM_RENDERERS, baseUrl: configuration.problemBaseUrl };
  const adapter = new AnsweringAdapter({
    logger: logOptions(configuration.logLevel),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false },
    trustProxy: configuration.trustedProxies ?? false,
    requestIdHeader: false,
    genReqId: newRequestId,
    routerOptions: { maxParamLength: MAX_PATH_PART_LENGTH },
    frameworkErrors: answersBeforeRouting(problems),
    clientErrorHandler: answersOnSocket(problems),
    return503OnClosing: true,
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  const allowedMethods = new AllowedMethods(fastify);
  const traces =
    configuration.traces && openTraceExport(configuration.traces, (text) => fastify.log.warn(text));
  followRequests(fastify, traces?.samples);
  if (traces) exportSpans(fastify, traces);
  nameResourceMetadata(fastify, configuration.publicUrl);
  endUntakenAnswers(fastify);
  readOutBodies(fastify);
  closeConnectionsWhenStopping(fastify);
  logRequests(fastify);
  requireHost(fastify);
  checkQueryStrings(fastify);
  parseJsonBodies(fastify);
  parseLogoutForms(fastify);
  allowLargerBodies(fastify);
  streamImports(fastify);
  answerConditionally(fastify);
  if (configuration.oneRequestAtATime) limitAnswers(fastify);
  await compressAnswers(fastify);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(configuration, additionalModules),
    adapter,
    { bodyParser: false, abortOnError: false, logger: new FrameworkLog(fastify.log) },
  );
  checkCredentialsFirst(fastify, app.get(Credentials));
  expectOwnChanges(fastify, app.get(FeedWatch));
  tellWhoAsks(fastify, app.get<WriteSignal>(WRITE_SIGNAL));
  allowOrigins(app, configuration.corsOrigins);
  app.useSecurityHeaders(DATA_HEADERS);
  app.useGlobalFilters(new ProblemFilter(allowedMethods, placeOf(configuration), problems));
  const validation = new RequestValidation({ compiled: true });
  app.useGlobalGuards(new KnownInput(validation));
  app.useGlobalPipes(validation);
  documentation?.(app);
  dashboard?.(fastify);
  await app.init();
  return app;
}

function placeOf({ table: { name: table, endpoint } }: Configuration): TablePlace {
  return { table, endpoint };
}

/** Through Fastify itself, as Nest's own `listen` knows no backlog. @returns the URL */
export function openPort(app: NestFastifyApplication, port: number, host: string): Promise<string> {
  const fastify = app.getHttpAdapter().getInstance();
  return fastify.listen({ port, host, backlog: WAITING_CONNECTIONS });
}
