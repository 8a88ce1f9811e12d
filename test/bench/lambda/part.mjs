// The bundles of the functions on the table's stream: what a call takes of a processor, and so how long it takes and what it
// costs with each memory, because Lambda gives processor time in proportion to memory.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { BUNDLES, bundleFunctions } from '../../../infra/bundles/bundle.mjs';
import { CREDENTIALS, REGION } from '../engines.mjs';
import { addRound } from '../frame/measures.mjs';
import { by, createUsers, openWorld } from '../world.mjs';

const HANDLER = fileURLToPath(new URL('handler.mjs', import.meta.url));
const MEMORIES_MB = [128, 256, 512, 1024, 1769];
/** At this memory a function has one processor. https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
const WHOLE_PROCESSOR_MB = 1769;
/** Calls of table and bus that wait for one another in a call with few records, at 5 ms each. */
const WAITING_MS = 15;
const WARM_UPS = 30;
const HEADS = new Set(['account', 'user', 'service-group']);

export const title = 'The functions on the stream';
export const about = `The bundles of the publisher, the feeder and the projector, warm, called as Lambda does with the records of added members. Measured is
the processor time of a call; the time with less memory follows from it: Lambda gives a function a whole processor at
${WHOLE_PROCESSOR_MB} MB, and below that a share in proportion. Added are ${WAITING_MS} ms for calls of table and bus.`;

export const settings = ({ quick }) => (quick ? { calls: 20 } : { calls: 100 });

export async function run(measures, progress, { calls }) {
  progress.expect(2 * 2);
  await bundleFunctions();
  const { PRICES } = await import('../../../dist/apps/cli/src/capacity-plan/prices.js');
  const { millionRequests, gbSecondArm } = PRICES.lambda;
  const priceOf = ([mb, ms]) => [mb, millionRequests + ms * 1e3 * (mb / 1024) * gbSecondArm];
  const world = await openWorld();
  const bus = await startBus();
  const cpu = measures.table({ title: 'A call', unit: 'ms of CPU', digits: 2 });
  const memory = measures.table({ title: 'Memory', unit: 'MB', digits: 0 });
  const time = measures.table({ title: 'A call of 20 records, by memory', unit: 'ms', digits: 0 });
  const price = measures.table({ title: 'A million such calls', unit: 'US dollars', digits: 2 });
  try {
    const records = await recordsOf(world, 100);
    for (const name of ['publisher', 'feeder', 'projector']) {
      const wanted = records.filter(({ dynamodb }) => isFor(name, dynamodb.NewImage?.entity?.S));
      const lambda = await start(name, world, bus.url);
      for (const size of [1, 20]) {
        const row = `${name}, ${size} ${size === 1 ? 'record' : 'records'}`;
        const event = { Records: wanted.slice(0, size), shardId: 'shard-1', window: {} };
        for (let call = 0; call < WARM_UPS; call += 1) await lambda.call(event);
        for (let call = 0; call < calls; call += 1) {
          const { cpuMs, rssMb } = await lambda.call(event);
          addRound(cpu, row, { all: cpuMs });
          if (size === 1) continue;
          addRound(memory, name, { resident: rssMb });
          const timesOf = MEMORIES_MB.map((mb) => [mb, WAITING_MS + cpuMs * (WHOLE_PROCESSOR_MB / mb)]);
          addRound(time, name, named(timesOf));
          addRound(price, name, named(timesOf.map(priceOf)));
        }
        progress.step(row);
      }
      lambda.stop();
    }
  } finally {
    await bus.stop();
    await world.close();
  }
}

const named = (figures) => Object.fromEntries(figures.map(([mb, figure]) => [`${mb} MB`, figure]));
const isFor = (name, entity) => HEADS.has(entity) || (name === 'projector' && entity === 'membership');

async function start(name, { place }, busUrl) {
  const child = fork(HANDLER, [join(BUNDLES, name)], {
    env: {
      ...process.env,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      ROLLBOOK_DYNAMODB_ENDPOINT: place.endpoint,
      ROLLBOOK_EVENTBRIDGE_ENDPOINT: busUrl,
      ROLLBOOK_TABLE: place.tableName,
      ROLLBOOK_MASTER_KEY_FILE: place.masterKeyFile,
    },
  });
  await once(child, 'message');
  return {
    async call(event) {
      child.send(event);
      const [message] = await once(child, 'message');
      if (message.answer.batchItemFailures.length > 0)
        throw new Error(`The ${name} did not take its records.`);
      return message;
    },
    stop: () => child.disconnect(),
  };
}

/** Takes every entry, at once. */
async function startBus() {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const Entries = JSON.parse(text).Entries.map((_, n) => ({ EventId: String(n) }));
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    response.end(JSON.stringify({ FailedEntryCount: 0, Entries }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Of so many added members, as Lambda passes them on. */
async function recordsOf(world, count) {
  const { lib, client, tableName, place } = world;
  const { tenant, users } = await createUsers(world, count);
  const { serviceGroupId } = (await lib.createServiceGroup(tenant, { name: 'dev' }, by)).state;
  for (const userId of users) await lib.addMember(tenant, serviceGroupId, userId, by);
  const streams = new DynamoDBStreamsClient({
    endpoint: place.endpoint,
    region: REGION,
    credentials: CREDENTIALS,
  });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  const StreamArn = Table.LatestStreamArn;
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const records = [];
  for (const { ShardId } of StreamDescription.Shards) {
    const at = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    let { ShardIterator } = await streams.send(new GetShardIteratorCommand(at));
    while (ShardIterator) {
      const page = await streams.send(new GetRecordsCommand({ ShardIterator }));
      records.push(...page.Records);
      ShardIterator = page.Records.length > 0 ? page.NextShardIterator : undefined;
    }
  }
  streams.destroy();
  return records.slice(-count * 4).map(({ dynamodb, ...record }) => ({
    ...record,
    dynamodb: {
      ...dynamodb,
      ApproximateCreationDateTime: Math.floor(dynamodb.ApproximateCreationDateTime / 1e3),
    },
  }));
}
