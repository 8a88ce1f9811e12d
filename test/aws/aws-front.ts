import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkSignature, type Credentials, type Refusal, type SignedRequest } from './signatures.js';

export interface AwsFront {
  endpoint: string;
  /** Whose signatures are right. */
  keys: Map<string, Credentials>;
  /** Each request that was let through: `ASIA… kms:Decrypt`. */
  passed: { accessKeyId: string; service: string; operation: string; body: string }[];
  refused: string[];
  stop(): Promise<void>;
}

/**
 * What stands at `AWS_ENDPOINT_URL`. It checks each request's signature, which moto does not, and refuses as AWS does. Then it
 * hands what is for the table and its stream to the embedded engine, and the rest to moto: moto's own DynamoDB gives no old
 * items with a cancelled transaction (`ReturnValuesOnConditionCheckFailure`), which is how Rollbook knows its own commit
 * again, and counts no capacity in transactions.
 */
export async function startAwsFront(targets: {
  region: string;
  engine: string;
  moto: string;
}): Promise<AwsFront> {
  const front = { keys: new Map<string, Credentials>(), passed: [], refused: [] } as Pick<
    AwsFront,
    'keys' | 'passed' | 'refused'
  >;
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      front.refused.push(String(error));
      request.socket.destroy();
    });
  });
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'POST', url = '/', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { service, operation } = calledBy(request);
    const checked = await checkSignature(
      { method, url, headers, body },
      { region: targets.region, service, keys: front.keys },
    );
    if (typeof checked !== 'string') {
      front.refused.push(`${service}:${operation}: ${checked.code}: ${checked.message}`);
      return refuse(response, checked);
    }
    front.passed.push({ accessKeyId: checked, service, operation, body: body.toString('utf8') });
    const target = service === 'dynamodb' ? targets.engine : targets.moto;
    const answer = await forward({ method, url, headers, body }, target);
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...front,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const SERVICES: Record<string, string> = {
  DynamoDB_20120810: 'dynamodb',
  DynamoDBStreams_20120810: 'dynamodb',
  AWSEvents: 'events',
  TrentService: 'kms',
  AmazonSQS: 'sqs',
};

/** By the target of JSON protocols, and by the path of SES, the only service here without one. */
function calledBy({ headers, url }: IncomingMessage): { service: string; operation: string } {
  const [prefix = '', operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
  return prefix
    ? { service: SERVICES[prefix] ?? prefix, operation }
    : { service: 'ses', operation: url ?? '' };
}

function refuse(response: ServerResponse, { code, message }: Refusal): void {
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': code });
  response.end(JSON.stringify({ __type: `com.amazon.coral.service#${code}`, message }));
}

function forward({ method, url, headers, body }: SignedRequest, target: string): Promise<Response> {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (!['host', 'connection', 'content-length', 'expect'].includes(name)) sent.set(name, String(value));
  return fetch(`${target}${url}`, {
    method,
    headers: sent,
    ...(method !== 'GET' && method !== 'HEAD' && { body }),
  });
}
