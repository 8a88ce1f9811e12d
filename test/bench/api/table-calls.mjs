// The table calls of the six operations as plain values: what Rollbook reads and writes for each of them. The stock way
// sends them through the document client, the floor as JSON it has signed by hand. That they are the same is checked
// by test/directory/limits-and-counts/benchmarked-writes.spec.ts.
import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
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

/** What is said about a person is stored encrypted, with the person's own key. */
function encrypted(key, plain, context) {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypted(key, sealed, context) {
  const cipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()]);
}

const keyOf = ({ userKey, userId }, { plain }) =>
  decrypted(plain, Buffer.from(userKey.split('.')[1], 'base64url'), userId);

function newKey(userId, { keyId, plain }) {
  const key = randomBytes(32);
  return { key, userKey: `${keyId}.${encrypted(plain, key, userId).toString('base64url')}` };
}

function newTraceparent() {
  const [trace, span] = [randomUUID(), randomUUID()].map((id) => id.replaceAll('-', ''));
  return `00-${trace}-${span.slice(16)}-00`;
}

function eventOf(accountId, aggregateId, version, actor, type, data, now) {
  const at = new Date(now).toISOString();
  const traceparent = newTraceparent();
  const causes = {
    actor,
    correlationId: `req_${randomUUID()}`,
    causationId: `cmd_${randomUUID()}`,
    traceparent,
  };
  const eventId = `${aggregateId}.${version}`;
  return { eventId, schemaVersion: 1, accountId, aggregateId, version, at, ...causes, type, data };
}

/** Most of it is one attribute. */
function eventItem({
  schemaVersion: s,
  actor: by,
  correlationId: r,
  causationId: x,
  traceparent: p,
  data,
  ...event
}) {
  return {
    PK: `events:${event.aggregateId}`,
    SK: `v:${String(event.version).padStart(12, '0')}`,
    GSI1PK: `log:${event.accountId}`,
    GSI1SK: `${event.at}:${event.eventId}`,
    entity: 'event',
    ...event,
    d: JSON.stringify({ s, by, r, x, p, data, c: event.at, u: event.at }),
  };
}

/** An event with some of its data encrypted: null where it was. */
function sealedItem(event, key, personal) {
  const nulls = Object.fromEntries(Object.keys(personal).map((name) => [name, null]));
  return {
    ...eventItem({ ...event, data: { ...event.data, ...nulls } }),
    personal: encrypted(key, JSON.stringify(personal), event.eventId).toString('base64'),
  };
}

const transaction = (...TransactItems) => ({
  TransactItems,
  ClientRequestToken: randomUUID(),
  ReturnConsumedCapacity: 'INDEXES',
});

/** A head, its event, the membership, and the check that the service group is still the one that was read. */
export function addMember(TableName, { accountId, actor, user, group, wrappingKey }) {
  const { userId, name: userName, email: userEmail } = user;
  const { serviceGroupId, name: serviceGroupName, version: serviceGroupVersion } = group;
  const version = user.version + 1;
  const now = Math.max(Date.now(), Date.parse(user.updatedAt) + 1);
  const data = { userId, userName, userEmail, serviceGroupId, serviceGroupName, serviceGroupVersion };
  const event = eventOf(accountId, userId, version, actor, 'service_group.member_added', data, now);
  const update = {
    TableName,
    Key: keys.user(accountId, userId),
    UpdateExpression: 'SET #u = :u, #v = :v, #m = :m, #l = :l',
    ConditionExpression: '(attribute_exists(#p)) AND (#v = :seen)',
    ExpressionAttributeNames: {
      '#u': 'updatedAt',
      '#v': 'version',
      '#m': 'membershipCount',
      '#l': 'lastEvents',
      '#p': 'PK',
    },
    ExpressionAttributeValues: {
      ':u': event.at,
      ':v': version,
      ':m': user.membershipCount + 1,
      ':l': carried(event),
      ':seen': user.version,
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
  const copied = { n: userName, e: userEmail, r: user.role, s: user.status, by: actor, c: event.at };
  const membership = {
    ...keys.membership(userId, serviceGroupId),
    GSI1PK: `servicegroup:${serviceGroupId}`,
    GSI1SK: `user:${userId}`,
    entity: 'membership',
    accountId,
    updatedAt: event.at,
    userId,
    userVersion: version,
    serviceGroupId,
    serviceGroupName,
    serviceGroupVersion,
    since: event.at,
    u: JSON.stringify(copied),
  };
  const sealed = sealedItem(event, keyOf(user, wrappingKey), { userName, userEmail });
  const input = transaction(
    { Update: update },
    put(TableName, sealed, { ConditionExpression: IF_ABSENT }),
    put(TableName, membership, { ConditionExpression: IF_ABSENT }),
  );
  return { input, membership };
}

/** A head, its event, the claim on the email, and the receipt of the Idempotency-Key. */
export function createUser(
  TableName,
  { accountId, actor, userId, name, email, role, idempotencyKey, body, wrappingKey },
) {
  const now = Date.now();
  const { key, userKey } = newKey(userId, wrappingKey);
  const event = eventOf(accountId, userId, 1, actor, 'user.created', { userId, name, email, role }, now);
  const item = { accountId, createdAt: event.at, updatedAt: event.at };
  const user = { userId, name, email, role, status: 'active', membershipCount: 0, version: 1, ...item };
  const claim = {
    PK: `account:${accountId}`,
    SK: `email:${email}`,
    entity: 'email-claim',
    ...item,
    email,
    userId,
  };
  const seconds = Math.floor(now / 1000);
  const receipt = {
    PK: `receipt:${accountId}:${encodeURIComponent(`${actor}/${idempotencyKey}`)}`,
    SK: 'receipt',
    entity: 'receipt',
    ...item,
    scope: accountId,
    idempotencyKey: `${actor}/${idempotencyKey}`,
    requestHash: createHash('sha256').update(JSON.stringify(body)).digest('base64url'),
    sealedAnswer: encrypted(key, JSON.stringify(JSON.stringify(user)), idempotencyKey).toString('base64'),
    aboutUserId: userId,
    expiresAt: seconds + RECEIPT_SECONDS,
  };
  const absent = { ConditionExpression: IF_ABSENT };
  const head = {
    ...keys.user(accountId, userId),
    entity: 'user',
    ...user,
    userKey,
    lastEvents: carried(event),
  };
  const sealed = { ...sealedItem(event, key, { name, email }), userKey };
  const input = transaction(
    put(TableName, head, absent),
    put(TableName, sealed, absent),
    put(TableName, claim, absent),
    put(TableName, receipt, {
      ConditionExpression: 'attribute_not_exists(requestHash) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': seconds },
    }),
  );
  return { input, user };
}

/** As a head carries its last event: in short. */
function carried(event) {
  const {
    type: t,
    data: d,
    schemaVersion: s,
    accountId: c,
    aggregateId: a,
    version: v,
    at,
    actor: by,
  } = event;
  const { correlationId: r, causationId: x, traceparent: p } = event;
  return JSON.stringify([{ t, d, s, c, a, v, at, by, r, x, p }]);
}
