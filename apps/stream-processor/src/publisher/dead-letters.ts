import {
  QueryCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  type AttributeValue,
  type DynamoDBClient,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

/** A commit that was not published: the version its aggregate had after it, and why. */
export interface DeadLetter {
  aggregateId: string;
  accountId?: string;
  /** The version of the aggregate after the commit. */
  version: number;
  /** Events in the commit; they are read from the table when the letter is sent again. */
  events: number;
  reason: string;
  parkedAt: string;
}

/** An aggregate whose events wait: the first could not be published, the later ones stand behind it. */
export interface ParkedAggregate {
  aggregateId: string;
  reason: string;
  since: string;
  /** Raised with each letter: a condition of taking the aggregate off the list. */
  letters: number;
}

const PARTITION = 'dead-letter:publisher';
const laneKey = (aggregateId: string) => `aggregate:${aggregateId}`;
const letterKey = (aggregateId: string, version: number) =>
  `event:${aggregateId}:${String(version).padStart(12, '0')}`;

export type DeadLetters = ReturnType<typeof deadLetters>;

/**
 * The publisher's dead letters, in the table: one item for each parked aggregate, which says that its events wait, and
 * one for each commit that waits. They refer to the events and do not copy them.
 */
export function deadLetters(dynamodb: DynamoDBClient, table: string) {
  async function query(prefix: string): Promise<Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    let start: Record<string, AttributeValue> | undefined;
    do {
      const page = await dynamodb.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'PK = :partition AND begins_with(SK, :prefix)',
          ExpressionAttributeValues: { ':partition': { S: PARTITION }, ':prefix': { S: prefix } },
          ConsistentRead: true,
          ...(start ? { ExclusiveStartKey: start } : {}),
        }),
      );
      for (const item of page.Items ?? []) items.push(unmarshall(item));
      start = page.LastEvaluatedKey;
    } while (start);
    return items;
  }

  return {
    async parkedAggregates(): Promise<ParkedAggregate[]> {
      return (await query('aggregate:')) as unknown as ParkedAggregate[];
    },

    /** The letters of one aggregate or of all, in order inside each. */
    async list(aggregateId?: string): Promise<DeadLetter[]> {
      const prefix = aggregateId === undefined ? 'event:' : `event:${aggregateId}:`;
      return (await query(prefix)) as unknown as DeadLetter[];
    },

    /**
     * Parks a commit. The first of its aggregate opens the list; a later one only joins it while it is still open.
     *
     * @returns false when `first` is false and the aggregate is no longer parked: then publish instead
     */
    async park(letter: DeadLetter, first: boolean): Promise<boolean> {
      try {
        await dynamodb.send(
          new TransactWriteItemsCommand({ TransactItems: parkingWrites(table, letter, first) }),
        );
        return true;
      } catch (error) {
        if (
          error instanceof TransactionCanceledException &&
          error.CancellationReasons?.[0]?.Code === 'ConditionalCheckFailed'
        )
          return false;
        throw error;
      }
    },
  };
}

function parkingWrites(table: string, letter: DeadLetter, first: boolean): TransactWriteItem[] {
  const { aggregateId, version, reason, parkedAt } = letter;
  const item = {
    ...letter,
    PK: PARTITION,
    SK: letterKey(aggregateId, version),
    entity: 'dead-letter',
    createdAt: parkedAt,
    updatedAt: parkedAt,
  };
  return [
    {
      Update: {
        TableName: table,
        Key: marshall({ PK: PARTITION, SK: laneKey(aggregateId) }),
        UpdateExpression: `SET entity = :entity, aggregateId = :aggregateId, updatedAt = :at,
          #reason = if_not_exists(#reason, :reason), #since = if_not_exists(#since, :at),
          createdAt = if_not_exists(createdAt, :at), letters = if_not_exists(letters, :zero) + :one`,
        ExpressionAttributeNames: { '#reason': 'reason', '#since': 'since' },
        ExpressionAttributeValues: marshall({
          ':entity': 'dead-letter-lane',
          ':aggregateId': aggregateId,
          ':reason': reason,
          ':at': parkedAt,
          ':one': 1,
          ':zero': 0,
        }),
        ...(first ? {} : { ConditionExpression: 'attribute_exists(PK)' }),
      },
    },
    { Put: { TableName: table, Item: marshall(item, { removeUndefinedValues: true }) } },
  ];
}
