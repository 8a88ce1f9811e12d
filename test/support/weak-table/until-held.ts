import { TransactGetItemsCommand, type AttributeValue, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { eventually } from '../eventually.js';

/** Waits until a transaction holds the item: until then it can be read in a transaction. The client must not retry. */
export async function untilHeld(
  client: DynamoDBClient,
  TableName: string,
  Key: Record<string, AttributeValue>,
): Promise<void> {
  const TransactItems = [{ Get: { TableName, Key } }];
  await eventually('a transaction holds the item', async () => {
    const read = client.send(new TransactGetItemsCommand({ TransactItems }));
    return read.then(
      () => false,
      ({ name }: Error) => name === 'TransactionCanceledException',
    );
  });
}
