import {
  BatchGetCommand,
  GetCommand,
  TransactWriteCommand,
  type DynamoDBDocumentClient,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { ConflictError, NO_PLACE, type Place, type Session, type Store } from './store.js';

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Collects what a function writes: it takes effect with the event, or not at all. */
export interface Writes {
  /** At most 98 for an event, and one for an item: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
  write(...items: Write[]): void;
}

export interface DynamodbOptions {
  client: DynamoDBDocumentClient;
  /** Where how far the subscription is is kept: one item for it and one for each subject. May be any table with two keys of text. */
  table: string;
  /** The names of its keys; `pk` and `sk` by default. */
  keys?: { partition: string; sort: string };
  /** Of the subscription, when several use the table. */
  name?: string;
}

/** The most that BatchGetItem takes. */
const GOT_AT_ONCE = 100;

class DynamodbStore implements Store<Writes> {
  /** Two events may write to the same item, and a transaction may not. */
  readonly eventsPerTransaction = 1;

  constructor(private readonly options: DynamodbOptions) {}

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  async transact<T>(work: (session: Session<Writes>) => Promise<T>): Promise<T> {
    const { client } = this.options;
    const before = await this.place();
    const known = new Map<string, number>();
    const writes: Write[] = [];
    const result = await work({
      tx: { write: (...items) => void writes.push(...items) },
      place: before,
      sequencesOf: async (subjects) => {
        for (const [subject, sequence] of await this.sequencesOf(before.epoch, subjects))
          known.set(subject, sequence);
        return known;
      },
      save: ({ place, sequences }) => {
        if (place) writes.push(this.savedPlace(place, before));
        else writes.push(this.sameTime(before));
        for (const [subject, sequence] of sequences ?? [])
          writes.push(
            this.savedSequence(place?.epoch ?? before.epoch, subject, sequence, known.get(subject)),
          );
        return Promise.resolve();
      },
    });
    if (writes.length === 0) return result;
    try {
      await client.send(new TransactWriteCommand({ TransactItems: writes }));
    } catch (error) {
      throw isConflict(error) ? new ConflictError('Another process has gone on.', { cause: error }) : error;
    }
    return result;
  }

  private async place(): Promise<Place> {
    const { client, table } = this.options;
    const key = this.keyOf('place');
    const { Item } = await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }));
    return (Item?.['place'] as Place | undefined) ?? NO_PLACE;
  }

  private async sequencesOf(epoch: number, subjects: readonly string[]): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    const { client, table } = this.options;
    const wanted = [...new Set(subjects)].map((subject) => this.keyOf(sequenceKey(epoch, subject)));
    while (wanted.length > 0) {
      const Keys = wanted.splice(0, GOT_AT_ONCE);
      const request = { RequestItems: { [table]: { Keys, ConsistentRead: true } } };
      const { Responses, UnprocessedKeys } = await client.send(new BatchGetCommand(request));
      for (const { subject, sequence } of (Responses?.[table] ?? []) as {
        subject: string;
        sequence: number;
      }[])
        found.set(subject, sequence);
      wanted.push(...((UnprocessedKeys?.[table]?.Keys ?? []) as typeof wanted));
    }
    return found;
  }

  private savedPlace(place: Place, before: Place): Write {
    const { revision } = before;
    return {
      Put: {
        TableName: this.options.table,
        Item: { ...this.keyOf('place'), place },
        ...(revision === 0
          ? { ConditionExpression: 'attribute_not_exists(place)' }
          : {
              ConditionExpression: 'place.revision = :revision',
              ExpressionAttributeValues: { ':revision': revision },
            }),
      },
    };
  }

  /** The subscription has not begun again meanwhile. */
  private sameTime({ epoch }: Place): Write {
    return {
      ConditionCheck: {
        TableName: this.options.table,
        Key: this.keyOf('place'),
        ConditionExpression: 'place.epoch = :epoch',
        ExpressionAttributeValues: { ':epoch': epoch },
      },
    };
  }

  private savedSequence(epoch: number, subject: string, sequence: number, before: number | undefined): Write {
    return {
      Put: {
        TableName: this.options.table,
        Item: { ...this.keyOf(sequenceKey(epoch, subject)), subject, sequence },
        ...(before === undefined
          ? { ConditionExpression: 'attribute_not_exists(subject)' }
          : {
              ConditionExpression: '#sequence = :before',
              ExpressionAttributeNames: { '#sequence': 'sequence' },
              ExpressionAttributeValues: { ':before': before },
            }),
      },
    };
  }

  private keyOf(sort: string): Record<string, string> {
    const { keys = { partition: 'pk', sort: 'sk' }, name = 'default' } = this.options;
    return { [keys.partition]: `rollbook-subscription#${name}`, [keys.sort]: sort };
  }
}

const sequenceKey = (epoch: number, subject: string) => `sequence#${epoch}#${subject}`;

const CONFLICTS: ReadonlySet<string | undefined> = new Set(['ConditionalCheckFailed', 'TransactionConflict']);

/** Also a condition of the user's own that did not hold: then the functions run again, on the present items. */
function isConflict(error: unknown): boolean {
  const { CancellationReasons: reasons = [] } = error as { CancellationReasons?: { Code?: string }[] };
  return reasons.some(({ Code }) => CONFLICTS.has(Code));
}

/** Keeps how far a subscription is in a table of DynamoDB; its functions add their writes to the same transaction. */
export function dynamodbStore(options: DynamodbOptions): Store<Writes> {
  return new DynamodbStore(options);
}
