import { dynamoDBClient } from '#libs/aws-clients';
import { openKnownKeys } from './known-keys.js';
import type { OpenedTable, Question } from './setup.js';
import { createTable } from './table.js';

type TableQuestion = Extract<Question, { openTable: unknown }>['openTable'];

/** Creates what is missing. @throws ConfigurationError */
export async function openTable({ configuration, options, endpoint }: TableQuestion): Promise<OpenedTable> {
  const client = dynamoDBClient({ endpoint });
  try {
    await createTable(client, configuration.tableName, endpoint);
    const { cursorSecret, issuer } = await openKnownKeys(client, configuration, options);
    const operatorToken = await issuer.signOperatorToken();
    const { issuer: name, audience, jwksUrl } = issuer;
    return { cursorSecret, operatorToken, issuer: name, audience, jwksUrl: jwksUrl.href };
  } finally {
    client.destroy();
  }
}
