import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** The IAM action of one SDK call on the items of one partition key. */
export interface RecordedCall {
  action: string;
  /** `table`, or `index/<name>`. */
  resource: string;
  partitionKey: string | undefined;
}

type Values = Record<string, { S?: string }>;
interface BatchedWrite {
  PutRequest?: { Item: Values };
  DeleteRequest?: { Key: Values };
}
interface Input {
  Key?: Values;
  Item?: Values;
  IndexName?: string;
  KeyConditionExpression?: string;
  ExpressionAttributeValues?: Values;
  RequestItems?: Record<string, { Keys?: Values[] } | BatchedWrite[]>;
  TransactItems?: Record<string, { Key?: Values; Item?: Values }>[];
}

const TRANSACTIONAL: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

/** Records every call that goes through a client from now on, as IAM would see it. */
export function recordCalls(client: DynamoDBClient): RecordedCall[] {
  const calls: RecordedCall[] = [];
  client.middlewareStack.add(
    (next, context) => (args) => {
      const { commandName = '' } = context as { commandName?: string };
      calls.push(...requested(commandName.replace(/Command$/, ''), args.input as Input));
      return next(args);
    },
    { step: 'initialize', priority: 'high', name: 'recordCalls' },
  );
  return calls;
}

function requested(api: string, input: Input): RecordedCall[] {
  const call = (name: string, partitionKey: string | undefined, resource = 'table') => ({
    action: `dynamodb:${name}`,
    resource,
    partitionKey,
  });
  const keyOf = ({ Key, Item }: { Key?: Values; Item?: Values }) => (Key ?? Item)?.['PK']?.S;
  if (input.TransactItems)
    return input.TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, each]) => call(TRANSACTIONAL[kind] ?? kind, keyOf(each))),
    );
  if (input.RequestItems)
    return Object.values(input.RequestItems).flatMap((request) =>
      Array.isArray(request)
        ? request.map(({ PutRequest, DeleteRequest }) => call(api, keyOf(PutRequest ?? DeleteRequest ?? {})))
        : (request.Keys ?? []).map((Key) => call(api, keyOf({ Key }))),
    );
  if (api === 'Query') {
    const [, placeholder = ''] = /=\s*(:\w+)/.exec(input.KeyConditionExpression ?? '') ?? [];
    const partitionKey = input.ExpressionAttributeValues?.[placeholder]?.S;
    return [call(api, partitionKey, input.IndexName ? `index/${input.IndexName}` : 'table')];
  }
  return [call(api, keyOf(input))];
}
