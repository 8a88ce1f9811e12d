// A client whose HTTP layer answers from memory, so that only what happens around it is measured.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

const empty = Buffer.from('{}');

/** A client with a stubbed request handler: it notes the last request and answers each operation with a set body. */
export function stubbedClient(Client = DynamoDBClient, settings = {}) {
  const bodies = new Map();
  const stub = {
    lastBody: undefined,
    answer: (operation, body) => bodies.set(operation, Buffer.from(JSON.stringify(body))),
  };
  const client = new Client({
    region: 'eu-central-1',
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' },
    requestHandler: {
      handle: (request) => {
        stub.lastBody = request.body;
        const operation = request.headers['x-amz-target'].slice('DynamoDB_20120810.'.length);
        const body = bodies.get(operation) ?? empty;
        return Promise.resolve({
          response: { statusCode: 200, headers: { 'content-type': 'application/x-amz-json-1.0' }, body },
        });
      },
      destroy: () => undefined,
    },
    ...settings,
  });
  return { client, stub };
}

/** Whose orders they are: the other entity of a collection. */
export const customer = {
  customerId: 'cust_01JQZ3Y5W8N4T6V2X0K9M7P1RA',
  name: 'Ada Lovelace',
  email: 'ada@shop.example',
  since: '2024-01-01T00:00:00.000Z',
};

/** The item every contender writes and reads: ten attributes of the usual kinds. */
export const order = (at = 0) => ({
  customerId: customer.customerId,
  orderId: `ord_01JQZ3Y5W8N4T6V2X0K9M7P${String(at).padStart(3, '0')}`,
  status: 'shipped',
  placedAt: '2026-03-03T12:00:00.000Z',
  total: 129.95,
  lines: 3,
  paid: true,
  tags: ['gift', 'express', 'eu'],
  address: { street: 'Bundesgasse 1', city: 'Bern', zip: '3003' },
  note: 'Please ring twice, the bell is quiet.',
});
