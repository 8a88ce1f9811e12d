import { BatchGetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Role } from './caller.js';

/** How a user and its account stand at this moment. */
export interface Standing {
  account: 'active' | 'suspended';
  user: 'active' | 'suspended' | 'removed';
  role: Role;
}

/** One strongly consistent table call; undefined when there is no such user or account. */
export type LoadStanding = (accountId: string, userId: string) => Promise<Standing | undefined>;

export const LOAD_STANDING = Symbol('LOAD_STANDING');

/** Reads both head items in one call, of which a revocation is visible at once. */
export function standingFrom(client: DynamoDBClient, table: string): LoadStanding {
  return async (accountId, userId) => {
    const partitionKey = { S: `account:${accountId}` };
    const Keys = [
      { PK: partitionKey, SK: { S: 'metadata:account' } },
      { PK: partitionKey, SK: { S: `user:${userId}` } },
    ];
    const { Responses = {} } = await client.send(
      new BatchGetItemCommand({
        RequestItems: { [table]: { Keys, ConsistentRead: true } },
        ReturnConsumedCapacity: 'TOTAL',
      }),
    );
    const items = (Responses[table] ?? []).map((item) => unmarshall(item));
    const account = items.find(({ SK }) => SK === 'metadata:account');
    const user = items.find(({ SK }) => SK !== 'metadata:account');
    if (!account || !user) return undefined;
    return {
      account: account['status'] as Standing['account'],
      user: user['status'] as Standing['user'],
      role: user['role'] as Role,
    };
  };
}
