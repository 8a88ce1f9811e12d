import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as streams from '@aws-sdk/client-dynamodb-streams';
import type { openDirectory } from '#libs/directory';
import type { EngineAnswer, EngineCall } from '../../support/weak-table/engine-call.js';
import type { SimulatedProcess } from '../scheduler/process.js';
import type { Item, Value } from '../table/values.js';
import type { Network } from './network.js';

type Input = Record<string, unknown>;
type Body = Record<string, unknown>;

/** As the clients of `libs/aws-clients` have them. */
const ANSWER_MS = 10_000;
const ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 50;
const MAX_BACKOFF_MS = 20_000;

/** What the SDK sends again. Source: https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html */
const RETRIED =
  /^(TimeoutError|ThrottlingException|ProvisionedThroughputExceededException|RequestLimitExceeded|LimitExceededException|TransactionInProgressException|InternalServerError)$/;

export interface TablePort {
  /** For `through` of `connect`. */
  through: NonNullable<Parameters<typeof openDirectory>[0]['through']>;
  dynamodb: dynamodb.DynamoDBClient;
  streams: streams.DynamoDBStreamsClient;
}

/** The table as one process reaches it: over the network, with what the SDK does about it. */
export function tablePort(process: SimulatedProcess, network: Network, call: EngineCall): TablePort {
  async function once(operation: string, input: Input): Promise<Body> {
    return network.call(process, 'table', `${operation}${keysOf(input)}`, ANSWER_MS, async () => {
      const answer = await call(operation, input);
      if (answer.status === 200) return answer.body;
      throw errorOf(operation, answer);
    });
  }

  async function send(
    operation: string,
    input: Input,
    signal?: AbortSignal,
  ): Promise<{ body: Body; retries: number }> {
    for (let retries = 0; ; retries += 1)
      try {
        signal?.throwIfAborted();
        return { body: await once(operation, input), retries };
      } catch (error) {
        if (!RETRIED.test((error as Error).name) || retries + 1 >= ATTEMPTS) throw error;
        await process.sleep(process.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retries));
      }
  }

  const client = (prefix: string) => ({
    config: {},
    destroy: () => undefined,
    async send(
      command: { input: Input; constructor: { name: string } },
      options?: { abortSignal?: AbortSignal },
    ) {
      const operation = prefix + command.constructor.name.replace(/Command$/, '');
      const { body } = await send(
        operation,
        withToken(operation, command.input, process),
        options?.abortSignal,
      );
      return operation === 'Streams.GetRecords'
        ? { ...body, Records: (body['Records'] as StreamRecord[]).map(asBySdk) }
        : body;
    },
  });
  return {
    through: () => async (api, input, signal) => {
      const { body, retries } = await send(api.name, input, signal);
      return { output: body, retries };
    },
    dynamodb: client('') as unknown as dynamodb.DynamoDBClient,
    streams: client('Streams.') as unknown as streams.DynamoDBStreamsClient,
  };
}

/** Without a network between. */
export function directPort(call: EngineCall): TablePort {
  const send = async (operation: string, input: Input) => {
    const answer = await call(operation, input);
    if (answer.status !== 200) throw errorOf(operation, answer);
    return answer.body;
  };
  const client = {
    config: {},
    destroy: () => undefined,
    send: () => Promise.reject(new Error('Only the directory is checked.')),
  };
  return {
    through: () => async (api, input) => ({ output: await send(api.name, input), retries: 0 }),
    dynamodb: client as unknown as dynamodb.DynamoDBClient,
    streams: client as unknown as streams.DynamoDBStreamsClient,
  };
}

/** The SDK gives each transaction a token, so that it may send it again. */
function withToken(operation: string, input: Input, { id }: SimulatedProcess): Input {
  if (operation !== 'TransactWriteItems' || input['ClientRequestToken'] !== undefined) return input;
  return { ...input, ClientRequestToken: id() };
}

interface StreamRecord {
  dynamodb: { ApproximateCreationDateTime: number; NewImage?: Item; OldImage?: Item; Keys: Item };
}

/** With dates and bytes instead of numbers and text. */
function asBySdk({ dynamodb: { NewImage, OldImage, ...record }, ...rest }: StreamRecord) {
  return {
    ...rest,
    dynamodb: {
      ...record,
      ApproximateCreationDateTime: new Date(record.ApproximateCreationDateTime * 1_000),
      ...(NewImage && { NewImage: withBytes(NewImage) }),
      ...(OldImage && { OldImage: withBytes(OldImage) }),
    },
  };
}

function withBytes(item: Item): object {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, bytesIn(value)]));
}

function bytesIn(value: Value): object {
  if (value.B !== undefined) return { B: Buffer.from(value.B, 'base64') };
  if (value.M) return { M: withBytes(value.M) };
  return value.L ? { L: value.L.map(bytesIn) } : value;
}

/** An error of the SDK's own class, where it has one. */
function errorOf(operation: string, { body }: EngineAnswer): Error {
  const { __type, message, ...more } = body;
  const [name = ''] = String(__type).split('#').slice(-1);
  const sdk: object = operation.startsWith('Streams.') ? streams : dynamodb;
  const Known = (sdk as Record<string, new (given: object) => Error>)[name];
  const $metadata = { attempts: 1 };
  if (Known) return Object.assign(new Known({ message: String(message), $metadata }), more);
  return Object.assign(new Error(String(message)), { name, $metadata, ...more });
}

/** For the trace: which items a call is about. */
function keysOf(input: Input): string {
  const {
    Key,
    Item: item,
    TransactItems,
    ShardIterator,
    ExpressionAttributeValues: values,
    KeyConditionExpression,
  } = input as {
    Key?: Item;
    Item?: Item;
    TransactItems?: Record<string, { Key?: Item; Item?: Item }>[];
    ShardIterator?: string;
    ExpressionAttributeValues?: Item;
    KeyConditionExpression?: string;
  };
  const texts = (TransactItems?.map((each) => Object.values(each)[0]) ?? [{ Key, Item: item }]).flatMap(
    (each) => {
      const key = each?.Key ?? each?.Item;
      return key ? ` ${key['PK']?.S}|${key['SK']?.S}` : [];
    },
  );
  if (KeyConditionExpression)
    texts.push(
      ` ${Object.values(values ?? {})
        .slice(0, 3)
        .map(({ S, N }) => S ?? N)
        .join(' ')}`,
    );
  return (
    texts.join('') || (ShardIterator ? ` ${Buffer.from(ShardIterator, 'base64').toString().slice(-40)}` : '')
  );
}
