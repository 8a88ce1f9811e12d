// The floor: bare Fastify, and the same table calls as JSON signed by hand over undici. No SDK, no retries, no timeouts, no
// validation, a token that is only looked up: what the work costs when nothing else is done. Not a proposal.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { Pool } from 'undici';
import { toMembershipDto, toPageDto, toUserDto } from './answers.mjs';
import { addMember, createUser, getMany, getOne, keys, membersOf, serviceGroupsOf } from './table-calls.mjs';

const { endpoint, table, token, caller, wrapping } = JSON.parse(process.env.BENCH_SERVER);
const wrappingKey = { ...wrapping, plain: Buffer.from(wrapping.plain, 'base64') };
const { host } = new URL(endpoint);
const pool = new Pool(endpoint, { connections: 50, pipelining: 1, keepAliveTimeout: 50_000 });
const hmac = (key, text) => createHmac('sha256', key).update(text).digest();
let signingKey = { day: '', key: undefined };

function keyOf(day) {
  if (signingKey.day !== day) {
    const parts = [day, 'us-east-1', 'dynamodb', 'aws4_request'];
    signingKey = { day, key: parts.reduce(hmac, 'AWS4local') };
  }
  return signingKey.key;
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function signed(target, body) {
  const time = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const sha256 = (text) => createHash('sha256').update(text).digest('hex');
  const names = 'content-type;host;x-amz-date;x-amz-target';
  const canonical = `POST\n/\n\ncontent-type:application/x-amz-json-1.0\nhost:${host}\nx-amz-date:${time}\nx-amz-target:${target}\n\n${names}\n${sha256(body)}`;
  const scope = `${day}/us-east-1/dynamodb/aws4_request`;
  const signature = createHmac('sha256', keyOf(day))
    .update(`AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`)
    .digest('hex');
  return {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-date': time,
    'x-amz-target': target,
    authorization: `AWS4-HMAC-SHA256 Credential=local/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

async function send(operation, input) {
  const body = JSON.stringify(input);
  const headers = signed(`DynamoDB_20120810.${operation}`, body);
  const answer = await pool.request({ path: '/', method: 'POST', headers, body });
  const output = await answer.body.json();
  if (answer.statusCode !== 200) throw new Error(`${operation}: ${JSON.stringify(output)}`);
  return output;
}

function wire(value) {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(wire) };
  if (value === null) return { NULL: true };
  return { M: wireItem(value) };
}
function wireItem(item) {
  const out = {};
  for (const name in item) out[name] = wire(item[name]);
  return out;
}
function plain(value) {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.M !== undefined) return plainItem(value.M);
  if (value.L !== undefined) return value.L.map(plain);
  return value.BOOL;
}
function plainItem(item) {
  const out = {};
  for (const name in item) out[name] = plain(item[name]);
  return out;
}

async function batchGet(...wanted) {
  const { Responses } = await send('BatchGetItem', getMany(table, ...wanted.map(wireItem)));
  const found = new Map(Responses[table].map((item) => [`${item.PK.S}\n${item.SK.S}`, plainItem(item)]));
  return wanted.map(({ PK, SK }) => found.get(`${PK}\n${SK}`));
}

async function query(input) {
  const wired = { ...input, ExpressionAttributeValues: wireItem(input.ExpressionAttributeValues) };
  const output = await send('Query', wired);
  return { ...output, Items: output.Items.map(plainItem) };
}

function transactWrite({ TransactItems, ...rest }) {
  const items = TransactItems.map((operation) => {
    const [action] = Object.keys(operation);
    const { Item, Key, ExpressionAttributeValues, ...write } = operation[action];
    if (ExpressionAttributeValues) write.ExpressionAttributeValues = wireItem(ExpressionAttributeValues);
    return { [action]: { ...write, ...(Item ? { Item: wireItem(Item) } : { Key: wireItem(Key) }) } };
  });
  return send('TransactWriteItems', { ...rest, TransactItems: items });
}

const app = Fastify();
const { accountId } = caller;
const actor = `user:${caller.userId}`;

app.addHook('preHandler', async (request, reply) => {
  if (request.headers.authorization !== `Bearer ${token}`) return reply.code(401).send();
  const [account, user] = await batchGet(keys.account(accountId), keys.user(accountId, caller.userId));
  if (account?.status !== 'active' || user?.status !== 'active') return reply.code(403).send();
});

app.get('/v1/accounts/:a/users/:userId', async ({ params: { userId } }, reply) => {
  const [account, user] = await batchGet(keys.account(accountId), keys.user(accountId, userId));
  if (!account || !user) return reply.code(404).send();
  return toUserDto(user);
});

app.get(
  '/v1/accounts/:a/users/:userId/service-groups',
  async ({ params: { userId }, query: { limit } }, reply) => {
    const [[user], page] = await Promise.all([
      batchGet(keys.user(accountId, userId), keys.fences(accountId)),
      query(serviceGroupsOf(table, userId, Number(limit))),
    ]);
    return user ? toPageDto(page, accountId) : reply.code(404).send();
  },
);

app.get('/v1/accounts/:a/service-groups/:id/members', async ({ params: { id }, query: { limit } }, reply) => {
  const [[group], page] = await Promise.all([
    batchGet(keys.serviceGroup(accountId, id), keys.fences(accountId)),
    query(membersOf(table, id, Number(limit))),
  ]);
  return group ? toPageDto(page, accountId) : reply.code(404).send();
});

const sides = (userId, id) =>
  batchGet(
    keys.account(accountId),
    keys.user(accountId, userId),
    keys.serviceGroup(accountId, id),
    keys.membership(userId, id),
  );

app.post('/access/v1/evaluation', async ({ body: { subject, resource } }) => {
  const [, user, , membership] = await sides(subject.id, resource.id);
  return { decision: membership !== undefined && user?.status === 'active' };
});

app.put('/v1/accounts/:a/service-groups/:id/members/:userId', async ({ params: { id, userId } }, reply) => {
  const [account, user, group] = await sides(userId, id);
  if (!account || !user || !group) return reply.code(404).send();
  const { input, membership } = addMember(table, { accountId, actor, user, group, wrappingKey });
  await transactWrite(input);
  return reply.code(201).send(toMembershipDto(membership));
});

app.post('/v1/accounts/:a/users', async ({ body, headers }, reply) => {
  const account = await send('GetItem', getOne(table, wireItem(keys.account(accountId))));
  if (!account.Item) return reply.code(404).send();
  const who = { accountId, actor, wrappingKey, userId: `user_${randomUUID()}` };
  const fields = { role: 'member', ...body, ...who, body };
  const { input, user } = createUser(table, { ...fields, idempotencyKey: headers['idempotency-key'] });
  await transactWrite(input);
  return reply.code(201).send(toUserDto(user));
});

process.send({ ready: true, url: await app.listen({ port: 0, host: '127.0.0.1' }) });
process.once('disconnect', () => process.exit(0));
