import type { EngineCall } from '../../support/weak-table/engine-call.js';
import type { Random } from '../scheduler/random.js';
import type { Item } from '../table/values.js';

/** A fault that the product relies on not being there, planted at a port: a run must find it. */
export interface PlantedFault {
  /** Between the weaknesses and the table. */
  table?: (call: EngineCall, random: Random) => EngineCall;
  /** The share of events that the bus accepts and forgets. */
  forgottenEvents?: number;
  /** The share of ended memberships that the API leaves out of what guards read. */
  concealedEnds?: number;
  /** The database of a subscription commits what another transaction was in between of. */
  ignoredConflicts?: boolean;
}

type Input = Record<string, unknown>;
interface Write {
  Key?: Item;
  Item?: Item;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
  UpdateExpression?: string;
}

const keyOf = ({ Key, Item: item }: Write): string =>
  `${(Key ?? item)?.['PK']?.S}|${(Key ?? item)?.['SK']?.S}`;
const SINGLE = /^(Put|Update|Delete)Item$/;

/** Each write of a call, alone or in a transaction, replaced; one that becomes undefined is left out. */
function writes(
  change: (write: Write, kind: string, random: Random) => Write | undefined,
): PlantedFault['table'] {
  return (call, random) => (operation, input) => {
    if (SINGLE.test(operation)) {
      const changed = change(input, operation.replace('Item', ''), random);
      return changed ? call(operation, changed as Input) : Promise.resolve({ status: 200, body: {} });
    }
    if (operation !== 'TransactWriteItems') return call(operation, input);
    const TransactItems = (input['TransactItems'] as Record<string, Write>[]).flatMap((item) => {
      const [[kind, write]] = Object.entries(item) as [[string, Write]];
      const changed = change(write, kind, random);
      return changed ? [{ [kind]: changed }] : [];
    });
    return call(operation, { ...input, TransactItems });
  };
}

/** Conditions of the writes of some items do not count. */
function withoutCondition(keys: RegExp): PlantedFault {
  return {
    table: writes((write, kind) => {
      if (!keys.test(keyOf(write)) || write.ConditionExpression === undefined) return write;
      if (kind === 'ConditionCheck') return undefined;
      const { ConditionExpression: _, ...rest } = write;
      return rest;
    }),
  };
}

/** Some writes of some items are acknowledged and not done. */
function lostWrites(keys: RegExp, share: number, kinds = /Put|Update/): PlantedFault {
  return {
    table: writes((write, kind, random) =>
      kinds.test(kind) && keys.test(keyOf(write)) && random.chance(share) ? undefined : write,
    ),
  };
}

/** A shard that is to be read from its beginning is read from its end. */
const shardsFromTheirEnd: PlantedFault = {
  table: (call) => (operation, input) =>
    call(
      operation,
      input['ShardIteratorType'] === 'TRIM_HORIZON' ? { ...input, ShardIteratorType: 'LATEST' } : input,
    ),
};

/** Queries of some partitions are empty. */
const emptyQueries = (partitions: string): PlantedFault => ({
  table: (call) => async (operation, input) => {
    const answer = await call(operation, input);
    const values = Object.values((input['ExpressionAttributeValues'] ?? {}) as Item);
    if (operation !== 'Query' || !values.some(({ S }) => S?.startsWith(partitions))) return answer;
    return { ...answer, body: { Items: [], Count: 0, ScannedCount: 0 } };
  },
});

/** Consistent reads show what was stored some calls ago. */
function staleReads(operations: RegExp, share: number): PlantedFault {
  return {
    table(call, random) {
      const before = new Map<string, ReturnType<EngineCall>>();
      return async (operation, input) => {
        if (!operations.test(operation)) return call(operation, input);
        const text = operation + JSON.stringify(input);
        const known = before.get(text);
        if (known && random.chance(share)) return known;
        const answer = call(operation, input);
        before.set(text, answer);
        return answer;
      };
    },
  };
}

interface Page {
  Records: { dynamodb: { SequenceNumber: string } }[];
}

/** Pages of the stream, changed. */
function streamed(change: (page: Page, random: Random) => Page['Records']): PlantedFault {
  return {
    table: (call, random) => async (operation, input) => {
      const answer = await call(operation, input);
      if (operation !== 'Streams.GetRecords' || answer.status !== 200) return answer;
      const page = answer.body as unknown as Page;
      return { ...answer, body: { ...answer.body, Records: change(page, random) } };
    },
  };
}

/** A page of a feed without some ends of memberships. */
export function withoutEnds(text: string, share: number, random: Random): string {
  if (share === 0 || !text.startsWith('{"data":')) return text;
  const { data, ...rest } = JSON.parse(text) as { data: { type: string }[] };
  return JSON.stringify({
    data: data.filter(({ type }) => !(type.endsWith('member_removed') && random.chance(share))),
    ...rest,
  });
}

export const PLANTED: Record<string, PlantedFault> = {
  'a user is changed whatever their version': withoutCondition(/\|user:|^events:user/),
  'a service group is changed whatever its version': withoutCondition(/\|servicegroup:|^events:sgrp/),
  'an email is claimed twice': withoutCondition(/\|email:/),
  'the name of a service group is claimed twice': withoutCondition(/\|servicegroup-name:/),
  'a job is not stored with its removal': lostWrites(/^job:/, 0.5, /Put/),
  'the claim of a request for access is not given up': lostWrites(/access-request/, 0.5, /Delete/),
  'a removal raises no fence': lostWrites(/\|fences/, 0.5),
  'a past membership is not stored': lostWrites(/\|past-servicegroup:/, 0.3),
  'an email is not given up': lostWrites(/\|email:/, 0.5, /Delete/),
  'the name of a service group is not given up': lostWrites(/\|servicegroup-name:/, 0.5, /Delete/),
  'an owner who goes is kept as one': lostWrites(/\|owner:/, 1, /Delete/),
  'a part of a feed is not stored': lostWrites(/^feed:.*part:/, 0.1),
  'nothing that was trimmed is found in the logs': emptyQueries('log:'),
  'an owner is not stored as one': lostWrites(/\|owner:/, 0.5),
  'a feed is appended to without a condition': withoutCondition(/^feed:.*part:/),
  'an event is not stored with its commit': lostWrites(/^events:/, 0.05),
  'a membership is not stored with its event': lostWrites(/^user:.*\|servicegroup:/, 0.1),
  'the time at which a membership ends is not stored': lostWrites(/^due:/, 0.5),
  'an end that has come is not taken away': lostWrites(/^user:.*\|servicegroup:/, 0.5, /Delete/),
  'what a search has to learn is not stored': lostWrites(/^search:.*change:/, 0.3),
  'a count is not stored': lostWrites(/\|counts/, 0.3),
  'consistent reads of items are stale': staleReads(/^(GetItem|BatchGetItem)$/, 0.3),
  'consistent queries are stale': staleReads(/^Query$/, 0.3),
  'a new shard is read from its end': shardsFromTheirEnd,
  'a record of the stream is lost': streamed(({ Records }, random) =>
    Records.filter(() => !random.chance(0.02)),
  ),
  'records of a page change places': streamed(({ Records }, random) =>
    random.chance(0.3) ? [...Records].reverse() : Records,
  ),
  'a checkpoint is too early': {
    table: writes((write) => {
      const checkpoint =
        write.ExpressionAttributeValues?.[':checkpoint']?.N ??
        write.ExpressionAttributeValues?.[':checkpoint']?.S;
      if (
        !/^lease:/.test(keyOf(write)) ||
        !Number(checkpoint) ||
        !write.UpdateExpression?.includes('#checkpoint = :checkpoint')
      )
        return write;
      return {
        ...write,
        ExpressionAttributeValues: {
          ...write.ExpressionAttributeValues,
          ':checkpoint': { S: String(Number(checkpoint) + 3) },
        },
      };
    }),
  },
  'a delivery is not put into its queue': lostWrites(/^webhook-endpoint:.*\|pending:/, 0.2, /Put/),
  'no sweep finds the queue of an endpoint': emptyQueries('webhook-queues'),
  'a guard is not told of the end of a membership': { concealedEnds: 0.3 },
  'the database of a subscription commits what conflicts': { ignoredConflicts: true },
  'the bus accepts events and forgets them': { forgottenEvents: 0.03 },
};
