// The table calls of the six operations as plain values: what Rollbook reads and writes for each of them. The stock way
// sends them through the document client, the floor as JSON it has signed by hand.
import { createHash, randomUUID } from 'node:crypto';

const IF_ABSENT = 'attribute_not_exists(PK)';
const RECEIPT_SECONDS = 24 * 60 * 60;

export const keys = {
  account: (accountId) => ({ PK: `account:${accountId}`, SK: 'metadata:account' }),
  user: (accountId, userId) => ({ PK: `account:${accountId}`, SK: `user:${userId}` }),
  serviceGroup: (accountId, id) => ({ PK: `account:${accountId}`, SK: `servicegroup:${id}` }),
  fences: (accountId) => ({ PK: `account:${accountId}`, SK: 'fences' }),
  membership: (userId, id) => ({ PK: `user:${userId}`, SK: `servicegroup:${id}` }),
};

export const getMany = (TableName, ...Keys) => ({
  RequestItems: { [TableName]: { Keys, ConsistentRead: true } },
  ReturnConsumedCapacity: 'INDEXES',
});

export const getOne = (TableName, Key) => ({
  TableName,
  Key,
  ConsistentRead: true,
  ReturnConsumedCapacity: 'INDEXES',
});

export const serviceGroupsOf = (TableName, userId, Limit) => ({
  TableName,
  KeyConditionExpression: 'PK = :p AND begins_with(SK, :s)',
  ExpressionAttributeValues: { ':p': `user:${userId}`, ':s': 'servicegroup:' },
  ConsistentRead: true,
  Limit,
  ReturnConsumedCapacity: 'INDEXES',
});

export const membersOf = (TableName, serviceGroupId, Limit) => ({
  TableName,
  IndexName: 'GSI1',
  KeyConditionExpression: 'GSI1PK = :p AND begins_with(GSI1SK, :s)',
  ExpressionAttributeValues: { ':p': `servicegroup:${serviceGroupId}`, ':s': 'user:' },
  Limit,
  ReturnConsumedCapacity: 'INDEXES',
});

const put = (TableName, Item, condition) => ({
  Put: { TableName, Item, ...condition, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
});

const stillAt = (version) => ({
  ConditionExpression: '#v = :v',
  ExpressionAttributeNames: { '#v': 'version' },
  ExpressionAttributeValues: { ':v': version },
});

function eventOf(accountId, aggregateId, version, actor, type, data, now) {
  const at = new Date(now).toISOString();
  const causes = { actor, correlationId: randomUUID(), causationId: `cmd_${randomUUID()}` };
  const eventId = `${aggregateId}.${version}`;
  return { eventId, schemaVersion: 1, accountId, aggregateId, version, at, ...causes, type, data };
}

const eventItem = (event) => ({
  PK: `events:${event.aggregateId}`,
  SK: `v:${String(event.version).padStart(12, '0')}`,
  GSI1PK: `log:${event.accountId}`,
  GSI1SK: `${event.at}:${event.eventId}`,
  entity: 'event',
  createdAt: event.at,
  updatedAt: event.at,
  ...event,
});

const transaction = (...TransactItems) => ({
  TransactItems,
  ClientRequestToken: randomUUID(),
  ReturnConsumedCapacity: 'INDEXES',
});

/** A head, its event, the membership, and the check that the service group is still the one that was read. */
export function addMember(TableName, { accountId, actor, user, group }) {
  const { userId } = user;
  const { serviceGroupId, name: serviceGroupName, version: serviceGroupVersion } = group;
  const version = user.version + 1;
  const now = Math.max(Date.now(), Date.parse(user.updatedAt) + 1);
  const data = { userId, userName: user.name, userEmail: user.email, serviceGroupId, serviceGroupName };
  const event = eventOf(accountId, userId, version, actor, 'service_group.member_added', data, now);
  const head = {
    ...user,
    version,
    membershipCount: user.membershipCount + 1,
    updatedAt: event.at,
    lastEvents: [event],
  };
  const membership = {
    ...keys.membership(userId, serviceGroupId),
    GSI1PK: `servicegroup:${serviceGroupId}`,
    GSI1SK: `user:${userId}`,
    entity: 'membership',
    accountId,
    createdAt: event.at,
    updatedAt: event.at,
    userId,
    userName: user.name,
    userEmail: user.email,
    userRole: user.role,
    userStatus: user.status,
    userVersion: version,
    serviceGroupId,
    serviceGroupName,
    serviceGroupVersion,
    since: event.at,
    addedBy: actor,
  };
  const unchanged = {
    TableName,
    Key: keys.serviceGroup(accountId, serviceGroupId),
    ...stillAt(serviceGroupVersion),
  };
  const input = transaction(
    put(TableName, head, stillAt(user.version)),
    put(TableName, eventItem(event), { ConditionExpression: IF_ABSENT }),
    put(TableName, membership, { ConditionExpression: IF_ABSENT }),
    { ConditionCheck: unchanged },
  );
  return { input, membership };
}

/** A head, its event, the claim on the email, and the receipt of the Idempotency-Key. */
export function createUser(TableName, { accountId, actor, userId, name, email, role, idempotencyKey, body }) {
  const now = Date.now();
  const event = eventOf(accountId, userId, 1, actor, 'user.created', { userId, name, email, role }, now);
  const item = { accountId, createdAt: event.at, updatedAt: event.at };
  const user = { userId, name, email, role, status: 'active', membershipCount: 0, version: 1, ...item };
  const claim = {
    PK: `account:${accountId}`,
    SK: `email:${email}`,
    GSI1PK: `email:${email}`,
    GSI1SK: `account:${accountId}`,
    entity: 'email-claim',
    ...item,
    email,
    userId,
  };
  const seconds = Math.floor(now / 1000);
  const receipt = {
    PK: `receipt:${accountId}:${actor}/${idempotencyKey}`,
    SK: 'receipt',
    entity: 'receipt',
    ...item,
    scope: accountId,
    idempotencyKey: `${actor}/${idempotencyKey}`,
    requestHash: createHash('sha256').update(JSON.stringify(body)).digest('base64url'),
    answer: JSON.stringify(user),
    expiresAt: seconds + RECEIPT_SECONDS,
  };
  const absent = { ConditionExpression: IF_ABSENT };
  const head = { ...keys.user(accountId, userId), entity: 'user', ...user, lastEvents: [event] };
  const input = transaction(
    put(TableName, head, absent),
    put(TableName, eventItem(event), absent),
    put(TableName, claim, absent),
    put(TableName, receipt, {
      ConditionExpression: 'attribute_not_exists(PK) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': seconds },
    }),
  );
  return { input, user };
}
