import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runInNewContext } from 'node:vm';
import type { Resource } from '../../../infra/test-support/synthesize.js';

export interface OriginRequest {
  method: string;
  /** With the query, where that is passed on. */
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface OriginAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** What is behind the distribution. */
export interface Origins {
  /** The bucket. */
  pages(request: OriginRequest): Promise<OriginAnswer>;
  /** The gateway of the API, which also gets the headers that the distribution adds. */
  api(request: OriginRequest): Promise<OriginAnswer>;
}

type Template = Record<string, Resource>;

interface Behavior {
  PathPattern?: string;
  TargetOriginId: string;
  AllowedMethods: string[];
  CachePolicyId: string;
  OriginRequestPolicyId?: string;
  ResponseHeadersPolicyId?: { Ref: string };
  FunctionAssociations?: { EventType: string; FunctionARN: { 'Fn::GetAtt': [string, string] } }[];
}

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const CACHED_MS: Record<string, number> = {
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': 0,
  '658327ea-f89d-4fab-a63d-7e88639e58f6': 86_400_000,
};
const ALL_VIEWER_EXCEPT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html */
const KEPT_ERRORS = [404, 414, 500, 501, 502, 503, 504];
const DEFAULT_ERROR_SECONDS = 10;
const NOT_PASSED_ON = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect'];

/**
 * Does with requests what CloudFront does by the distribution in a synthesized template: it chooses a behavior by the path, runs its
 * function, asks its origin, keeps answers and errors for as long as the policies say, and sets headers.
 */
export async function startDistribution(
  template: Template,
  origins: Origins,
  { port = 0, secret }: { port?: number; secret: string },
): Promise<{ url: string; stop(): Promise<void> }> {
  const [distribution] = Object.values(template).filter(
    ({ Type }) => Type === 'AWS::CloudFront::Distribution',
  );
  const { CacheBehaviors, DefaultCacheBehavior, Origins, CustomErrorResponses } =
    distribution?.Properties.DistributionConfig;
  const kept = new Map<string, { answer: OriginAnswer; until: number }>();

  async function answerTo(request: OriginRequest): Promise<OriginAnswer> {
    const [path = ''] = request.path.split('?');
    const behavior =
      (CacheBehaviors as Behavior[]).find(({ PathPattern = '' }) => matches(PathPattern, path)) ??
      (DefaultCacheBehavior as Behavior);
    if (!behavior.AllowedMethods.includes(request.method)) return empty(403);
    const asked = passedOn(behavior, rewritten(template, behavior, request));
    const isRead = ['GET', 'HEAD'].includes(request.method);
    const key = `${request.method} ${asked.path}`;
    const known = isRead ? kept.get(key) : undefined;
    const answer = known && known.until > Date.now() ? known.answer : await origin(behavior, asked);
    if (isRead && answer !== known?.answer)
      kept.set(key, { answer, until: Date.now() + keptFor(behavior, answer.status) });
    return { ...answer, headers: { ...answer.headers, ...headersOf(template, behavior) } };
  }

  function passedOn(
    { OriginRequestPolicyId, TargetOriginId }: Behavior,
    request: OriginRequest,
  ): OriginRequest {
    const { OriginCustomHeaders = [] } =
      (Origins as { Id: string; OriginCustomHeaders?: Header[] }[]).find(({ Id }) => Id === TargetOriginId) ??
      {};
    const added = Object.fromEntries(OriginCustomHeaders.map(({ HeaderName }) => [HeaderName, secret]));
    if (OriginRequestPolicyId === undefined)
      return { ...request, path: request.path.split('?')[0] ?? '', headers: added };
    if (OriginRequestPolicyId !== ALL_VIEWER_EXCEPT_HOST)
      throw new Error(`The policy ${OriginRequestPolicyId} is not known here.`);
    return { ...request, headers: { ...request.headers, ...added } };
  }

  function origin({ TargetOriginId }: Behavior, request: OriginRequest): Promise<OriginAnswer> {
    const target = (Origins as { Id: string }[]).find(({ Id }) => Id === TargetOriginId) ?? {};
    return 'S3OriginConfig' in target ? origins.pages(request) : origins.api(request);
  }

  function keptFor({ CachePolicyId }: Behavior, status: number): number {
    const cached = CACHED_MS[CachePolicyId];
    if (cached === undefined) throw new Error(`The policy ${CachePolicyId} is not known here.`);
    if (!KEPT_ERRORS.includes(status)) return status < 400 ? cached : 0;
    const own = (CustomErrorResponses ?? []).find(
      ({ ErrorCode }: { ErrorCode: number }) => ErrorCode === status,
    );
    return 1_000 * (own?.ErrorCachingMinTTL ?? DEFAULT_ERROR_SECONDS);
  }

  const server = createServer((request, response) => {
    read(request)
      .then(answerTo)
      .then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
      .catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function rewritten(
  template: Template,
  { FunctionAssociations = [] }: Behavior,
  request: OriginRequest,
): OriginRequest {
  const [uri = '', query] = request.path.split('?');
  const event = { request: { uri } };
  for (const { EventType, FunctionARN } of FunctionAssociations) {
    if (EventType !== 'viewer-request') throw new Error(`${EventType} is not supported here.`);
    const code = String(template[FunctionARN['Fn::GetAtt'][0]]?.Properties.FunctionCode);
    const handler = runInNewContext(`${code}; handler`) as (of: typeof event) => typeof event.request;
    event.request = handler(event);
  }
  return { ...request, path: query === undefined ? event.request.uri : `${event.request.uri}?${query}` };
}

function headersOf(template: Template, { ResponseHeadersPolicyId: id }: Behavior): Record<string, string> {
  if (!id) return {};
  const { SecurityHeadersConfig, CustomHeadersConfig } =
    template[id.Ref]?.Properties.ResponseHeadersPolicyConfig;
  const { ContentSecurityPolicy, FrameOptions, ReferrerPolicy, StrictTransportSecurity } =
    SecurityHeadersConfig;
  const transport = `max-age=${StrictTransportSecurity.AccessControlMaxAgeSec}`;
  return {
    'content-security-policy': ContentSecurityPolicy.ContentSecurityPolicy,
    'referrer-policy': ReferrerPolicy.ReferrerPolicy,
    'strict-transport-security': StrictTransportSecurity.IncludeSubdomains
      ? `${transport}; includeSubDomains`
      : transport,
    'x-frame-options': FrameOptions.FrameOption,
    ...(SecurityHeadersConfig.ContentTypeOptions && { 'x-content-type-options': 'nosniff' }),
    ...Object.fromEntries(
      CustomHeadersConfig.Items.map(({ Header, Value }: { Header: string; Value: string }) => [
        Header,
        Value,
      ]),
    ),
  };
}

interface Header {
  HeaderName: string;
}

/** `*` stands for any characters, `?` for one. */
function matches(pattern: string, path: string): boolean {
  const text = pattern.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${text.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(path);
}

async function read(request: IncomingMessage): Promise<OriginRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const { method = 'GET', url: path = '/', headers, socket } = request;
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    NOT_PASSED_ON.includes(name) || value === undefined ? [] : [[name, [value].flat().join(', ')] as const],
  );
  const forwarded = [headers['x-forwarded-for'], socket.remoteAddress].flat().filter(Boolean).join(', ');
  return {
    method,
    path,
    headers: { ...Object.fromEntries(sent), 'x-forwarded-for': forwarded },
    body: Buffer.concat(chunks),
  };
}

const empty = (status: number): OriginAnswer => ({ status, headers: {}, body: Buffer.alloc(0) });
