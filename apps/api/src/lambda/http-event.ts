import type { InjectOptions, LightMyRequestResponse } from 'fastify';

/** Payload 2.0: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html */
export interface HttpEvent {
  version: '2.0';
  rawPath: string;
  rawQueryString: string;
  cookies?: string[];
  headers: Record<string, string>;
  requestContext: { http: { method: string; sourceIp: string } };
  body?: string;
  isBase64Encoded: boolean;
}

export interface HttpAnswer {
  statusCode: number;
  headers: Record<string, string>;
  cookies?: string[];
  body: string;
  isBase64Encoded: boolean;
}

const MAX_TEXT_BYTES = 1_000_000;

export function toRequest(event: HttpEvent): InjectOptions {
  const { rawPath, rawQueryString, cookies, headers, requestContext, body, isBase64Encoded } = event;
  const { method, sourceIp } = requestContext.http;
  const query = rawQueryString === '' ? '' : `?${rawQueryString}`;
  return {
    method: method,
    url: `${encodedPath(rawPath)}${query}`,
    headers: cookies ? { ...headers, cookie: cookies.join('; ') } : headers,
    remoteAddress: sourceIp,
    ...(body !== undefined && { payload: isBase64Encoded ? Buffer.from(body, 'base64') : body }),
  };
}

/** The gateway has decoded some of the path; characters not allowed in a path are encoded again, and nothing twice. */
function encodedPath(path: string): string {
  return path.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]/gu, encodeURIComponent);
}

export function toAnswer({ statusCode, headers, rawPayload }: LightMyRequestResponse): HttpAnswer {
  const { 'set-cookie': cookies, ...others } = headers;
  // A large text takes less in Base64 than quoted once more.
  const isText = headers['content-encoding'] === undefined && rawPayload.length < MAX_TEXT_BYTES;
  const texts = Object.entries(others).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : String(value)]],
  );
  return {
    statusCode,
    headers: Object.fromEntries(texts) as Record<string, string>,
    ...(cookies !== undefined && { cookies: [cookies].flat() }),
    body: rawPayload.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
  };
}
