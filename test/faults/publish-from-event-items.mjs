// A control, broken on purpose: publishes each event from its own item's stream record, and not from the head's.
import { unpackStored } from '../../dist/libs/directory/src/index.js';
import { StreamReader } from '../../dist/libs/dynamodb-streams/src/index.js';
import { connect } from '../../dist/apps/stream-processor/src/connections.js';
import { Publisher } from '../../dist/apps/stream-processor/src/publisher/publisher.js';

const isEventItem = (record) => record.dynamodb?.NewImage?.entity?.S === 'event';

/** The event as if a head item carried it: everything behind this is the real publisher. */
function asHead(record) {
  const event = unpackStored(record.dynamodb.NewImage);
  return {
    ...record,
    dynamodb: {
      ...record.dynamodb,
      NewImage: { entity: { S: 'user' }, version: event.version, lastEvents: { L: [{ M: event }] } },
    },
  };
}

export async function publishFromEventItems(configuration, onNotice, { busTimeoutMs, onStep, ...tuning }) {
  const { streams, dynamodb, bus, deadLetters } = connect(configuration, { busMs: busTimeoutMs });
  const publisher = new Publisher({ bus, deadLetters, readCommit: () => Promise.resolve([]), onNotice });
  const reader = new StreamReader({
    streams,
    dynamodb,
    table: configuration.table,
    consumer: 'publisher',
    ignore: (record) => !isEventItem(record),
    handle: async ({ records, signal }) => {
      const heads = new Map(records.map((record) => [asHead(record), record]));
      const { unfinished } = await publisher.handle({ records: [...heads.keys()], signal });
      return { unfinished: unfinished.map((head) => heads.get(head)) };
    },
    onNotice,
    onStep,
    ...tuning,
  });
  await reader.start();
  return { stop: () => reader.stop() };
}
