import { CreateTableCommand, PutItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';

/** A table with the keys the API reads, for specs that put items there themselves. */
export async function createBareTable(client: DynamoDBClient, TableName: string): Promise<void> {
  const key = (PK: string, SK: string) => [
    { AttributeName: PK, KeyType: 'HASH' as const },
    { AttributeName: SK, KeyType: 'RANGE' as const },
  ];
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['PK', 'SK', 'GSI1PK', 'GSI1SK'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: key('PK', 'SK'),
      GlobalSecondaryIndexes: [
        { IndexName: 'GSI1', KeySchema: key('GSI1PK', 'GSI1SK'), Projection: { ProjectionType: 'ALL' } },
      ],
    }),
  );
}

export async function putItem(
  client: DynamoDBClient,
  TableName: string,
  item: Record<string, unknown>,
): Promise<void> {
  await client.send(new PutItemCommand({ TableName, Item: marshall(item) }));
}
