import {
  DeleteItemCommand,
  QueryCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  type AttributeValue,
  type DynamoDBClient,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { progress } from '#libs/pacing';

/** A commit whose events were not published, and why. It refers to the events and does not copy them. */
export interface DeadLetter {
  aggregateId: string;
  accountId?: string;
  version: number;
  /** Events in the commit: they have the versions up to `version`. */
  events: number;
  reason: string;
  parkedAt: string;
}

export interface ParkedAggregate {
  aggregateId: string;
  reason: string;
  since: string;
  /** Raised with each letter: a condition of taking the aggregate off the list. */
  letters: number;
}

/** Why the later commits of a parked aggregate are parked. */
export const WAITS_BEHIND = 'waits for an earlier event';

const laneKey = (aggregateId: string) => `aggregate:${aggregateId}`;
const letterKey = (aggregateId: string, version: number) =>
  `event:${aggregateId}:${String(version).padStart(12, '0')}`;

/** One item for each parked aggregate, which says that its events wait, and one for each waiting commit. */
export class DeadLetters {
  private readonly partition = 'dead-letter:publisher';

  constructor(
    private readonly dynamodb: DynamoDBClient,
    private readonly table: string,
  ) {}

  async parkedAggregates(): Promise<ParkedAggregate[]> {
    return (await this.query('aggregate')) as unknown as ParkedAggregate[];
  }

  /** The letters of one aggregate or of all, in order inside each. */
  async list(aggregateId?: string): Promise<DeadLetter[]> {
    const start = aggregateId === undefined ? 'event' : `event:${aggregateId}`;
    return (await this.query(start)) as unknown as DeadLetter[];
  }

  /** The first of its aggregate opens the list. @returns false for a later one to be published instead */
  async park(letter: DeadLetter, first: boolean): Promise<boolean> {
    try {
      await this.dynamodb.send(
        new TransactWriteItemsCommand({ TransactItems: this.parkingWrites(letter, first) }),
      );
      return true;
    } catch (error) {
      if (isConditionFailure(error)) return false;
      throw error;
    }
  }

  async remove({ aggregateId, version }: Pick<DeadLetter, 'aggregateId' | 'version'>): Promise<void> {
    await this.dynamodb.send(
      new DeleteItemCommand({ TableName: this.table, Key: this.key(letterKey(aggregateId, version)) }),
    );
  }

  /** Call it when its dead letters are gone. @returns false if another one was parked in the meantime */
  async unpark({ aggregateId, letters }: ParkedAggregate): Promise<boolean> {
    try {
      await this.dynamodb.send(
        new DeleteItemCommand({
          TableName: this.table,
          Key: this.key(laneKey(aggregateId)),
          ConditionExpression: 'attribute_not_exists(PK) OR letters = :letters',
          ExpressionAttributeValues: marshall({ ':letters': letters }),
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
      throw error;
    }
  }

  private key(sortKey: string): Record<string, AttributeValue> {
    return { PK: { S: this.partition }, SK: { S: sortKey } };
  }

  /** The dead letters whose keys start with this, up to a colon. The next character is a semicolon. */
  private async query(start: string): Promise<Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    const advance = progress('The list of dead letters');
    let after: Record<string, AttributeValue> | undefined;
    do {
      const page = await this.dynamodb.send(
        new QueryCommand({
          TableName: this.table,
          KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':partition': { S: this.partition },
            ':from': { S: `${start}:` },
            ':to': { S: `${start};` },
          },
          ConsistentRead: true,
          ...(after ? { ExclusiveStartKey: after } : {}),
        }),
      );
      for (const item of page.Items ?? []) items.push(unmarshall(item));
      after = page.LastEvaluatedKey;
      advance(after);
    } while (after);
    return items;
  }

  private parkingWrites(letter: DeadLetter, first: boolean): TransactWriteItem[] {
    const { aggregateId, version, reason, parkedAt } = letter;
    const item = { ...letter, entity: 'dead-letter', createdAt: parkedAt, updatedAt: parkedAt };
    return [
      {
        Update: {
          TableName: this.table,
          Key: this.key(laneKey(aggregateId)),
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
      {
        Put: {
          TableName: this.table,
          Item: {
            ...marshall(item, { removeUndefinedValues: true }),
            ...this.key(letterKey(aggregateId, version)),
          },
        },
      },
    ];
  }
}

function isConditionFailure(error: unknown): boolean {
  return (
    error instanceof TransactionCanceledException &&
    error.CancellationReasons?.[0]?.Code === 'ConditionalCheckFailed'
  );
}
