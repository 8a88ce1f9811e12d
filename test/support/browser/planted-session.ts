import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { ulid } from 'ulid';
import { startSession, userPrincipal } from '#libs/directory';
import type { UserId } from '#libs/domain';
import type { RunningApi } from '../api/api.js';
import { putWireItems } from '../directory/items.js';

/** A user's session as signing in leaves it, for tests without a provider. */
export async function plantSession(
  { directory }: RunningApi,
  user: { accountId: string; userId: string },
  { issuer = 'https://login.example', subject = ulid() } = {},
): Promise<string> {
  const sessionId = `sess_${ulid()}`;
  const now = new Date().toISOString();
  const session = {
    ...userPrincipal({ ...user, userId: user.userId as UserId, linkedAt: now }),
    sessionId,
    issuer,
    subject,
    signedInAt: now,
    lastSeenAt: now,
    authTime: 0,
    expiresAt: Math.ceil(Date.now() / 1_000) + 3_600,
  };
  const nothing = { sid: undefined, idToken: undefined, replaces: undefined };
  await startSession(directory, { session, stateHash: ulid(), ...nothing });
  return sessionId;
}

/** Many more like one that is there: its items again, with other ids. */
export async function plantCopies({ app, configuration }: RunningApi, sessionId: string, count: number) {
  const client = app.get(DynamoDBClient);
  const { name } = configuration.table;
  const { Items = [] } = await client.send(
    new ScanCommand({
      TableName: name,
      ConsistentRead: true,
      FilterExpression: 'sessionId = :id',
      ExpressionAttributeValues: { ':id': { S: sessionId } },
    }),
  );
  const copies = Array.from({ length: count }, () => {
    const text = JSON.stringify(Items).replaceAll(sessionId, `sess_${ulid()}`);
    return JSON.parse(text) as typeof Items;
  }).flat();
  await putWireItems({ client, tableName: name }, copies);
}
