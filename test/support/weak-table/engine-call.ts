import { Pool } from 'undici';

export interface EngineAnswer {
  status: number;
  body: Item;
}

type Item = Record<string, unknown>;

/** Calls the engine behind the weak table. `Streams.GetRecords` belongs to the streams service. */
export type EngineCall = (operation: string, input: Item) => Promise<EngineAnswer>;

const CONNECTIONS = 128;

/** The engine requires a signature, but does not check it. */
const SIGNED = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
  'x-amz-date': '20260101T000000Z',
};

export function engineCall(endpoint: string): { call: EngineCall; close: () => Promise<void> } {
  const pool = new Pool(endpoint, { connections: CONNECTIONS, pipelining: 1 });
  return {
    close: () => pool.close(),
    async call(operation, input) {
      const [name, service] = operation.startsWith('Streams.')
        ? [operation.slice('Streams.'.length), 'DynamoDBStreams_20120810']
        : [operation, 'DynamoDB_20120810'];
      const { statusCode, body } = await pool.request({
        path: '/',
        method: 'POST',
        headers: {
          'x-amz-target': `${service}.${name}`,
          'content-type': 'application/x-amz-json-1.0',
          ...SIGNED,
        },
        body: JSON.stringify(input),
      });
      const text = await body.text();
      return { status: statusCode, body: (text === '' ? {} : JSON.parse(text)) as Item };
    },
  };
}

/** An error in DynamoDB's words. */
export function refused(name: string, message: string, more: Item = {}): EngineAnswer {
  const type = `com.amazonaws.dynamodb.v20120810#${name}`;
  return { status: 400, body: { __type: type, message, Message: message, ...more } };
}
