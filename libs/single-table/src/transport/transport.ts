// By its namespace, of which a bundle keeps only what is used, not even the names of the rest.
import * as sdk from '@aws-sdk/client-dynamodb';
import {
  SMITHY_CONTEXT,
  type Configuration,
  type Context,
  type Handler,
  type Middleware,
  type Request,
  type Result,
  type Stack,
} from './sdk-pipeline.js';
import { signing } from './signing.js';

/** One kind of call: its name, and the SDK's command. Separate, so that a bundle contains only those it uses. */
export interface Api {
  name: ApiName;
  Command: unknown;
}

export type ApiName =
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'Query'
  | 'Scan'
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'TransactGetItems'
  | 'TransactWriteItems';

export const GetItem: Api = { name: 'GetItem', Command: sdk.GetItemCommand };
export const PutItem: Api = { name: 'PutItem', Command: sdk.PutItemCommand };
export const UpdateItem: Api = { name: 'UpdateItem', Command: sdk.UpdateItemCommand };
export const DeleteItem: Api = { name: 'DeleteItem', Command: sdk.DeleteItemCommand };
export const Query: Api = { name: 'Query', Command: sdk.QueryCommand };
export const Scan: Api = { name: 'Scan', Command: sdk.ScanCommand };
export const BatchGetItem: Api = { name: 'BatchGetItem', Command: sdk.BatchGetItemCommand };
export const BatchWriteItem: Api = { name: 'BatchWriteItem', Command: sdk.BatchWriteItemCommand };
export const TransactGetItems: Api = { name: 'TransactGetItems', Command: sdk.TransactGetItemsCommand };
export const TransactWriteItems: Api = { name: 'TransactWriteItems', Command: sdk.TransactWriteItemsCommand };

export interface Answer {
  output: Record<string, unknown>;
  /** How often the SDK retried the request. */
  retries: number;
}

export type Send = (api: Api, input: Record<string, unknown>, signal?: AbortSignal) => Promise<Answer>;

type OperationSchema = [number, string, string, number, unknown, unknown];

/**
 * Middlewares that do nothing for DynamoDB here: the first copies every input and output for a logger (calls are reported
 * through the table's hook), the second writes two headers of statistics, the third passes on a trace id that only services
 * which can invoke a Lambda function use, and the last counts bytes that every HTTP handler counts again.
 */
const IDLE_MIDDLEWARES = [
  'loggerMiddleware',
  'getUserAgentMiddleware',
  'recursionDetectionMiddleware',
  'contentLengthMiddleware',
];

function operationOf(context: Context): object {
  const { operationSchema } = context[SMITHY_CONTEXT] as { operationSchema: OperationSchema };
  const [, namespace, name, traits, input, output] = operationSchema;
  return { namespace, name, traits, input, output };
}

/**
 * Builds the request with the SDK's protocol (target, endpoint, headers) but writes the body itself: the input already is
 * DynamoDB's JSON, created by the entity's codec, so the SDK does not have to walk every attribute value. The protocol's
 * result is the same for each call of a kind to the same endpoint, and is created once for those.
 */
function serializer({ protocol }: Configuration): Middleware {
  return (next, context) => {
    let known: { endpoint: unknown; request: Request } | undefined;
    return async (args) => {
      const endpoint = context['endpointV2'];
      if (!known || known.endpoint !== endpoint) {
        const operation = operationOf(context);
        const made = await protocol.serializeRequest(
          operation,
          {},
          { endpoint: () => Promise.resolve(endpoint) },
        );
        known = { endpoint, request: made };
      }
      const request = known.request.clone();
      request.body = JSON.stringify(args.input);
      return next({ ...args, request });
    };
  };
}

/** Parses an answer as it is; errors go through the SDK, so that they have the SDK's own classes. */
function deserializer(config: Configuration): Middleware {
  return (next, context) => async (args) => {
    const { response } = await next(args);
    if (response === undefined) throw new Error('The request handler gave no response.');
    if (response.statusCode >= 300) {
      try {
        return {
          response,
          output: await config.protocol.deserializeResponse(
            operationOf(context),
            { ...config, ...context },
            response,
          ),
        };
      } catch (error) {
        // The retry strategy reads the retry-after header from here.
        if (error instanceof Error)
          Object.defineProperty(error, '$response', { value: response, enumerable: false });
        throw error;
      }
    }
    const text = await textOf(response.body, config);
    const output = (text === '' ? {} : JSON.parse(text)) as Result['output'];
    output.$metadata = {};
    return { response, output };
  };
}

/** A handler may already have collected the body, and undici's bodies can collect themselves at less cost. */
async function textOf(body: unknown, config: Configuration): Promise<string> {
  if (typeof (body as { text?: unknown }).text === 'function')
    return (body as { text(): Promise<string> }).text();
  const bytes = body instanceof Uint8Array ? body : await config.streamCollector(body);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

function resolve(client: sdk.DynamoDBClient, config: Configuration, api: Api, options: object): Handler {
  const stack = (client.middlewareStack as unknown as Stack).clone();
  stack.add(serializer(config), { name: 'serializerMiddleware', step: 'serialize', override: true });
  stack.add(deserializer(config), { name: 'deserializerMiddleware', step: 'deserialize', override: true });
  stack.addRelativeTo(signing, {
    name: 'singleTableSigning',
    relation: 'before',
    toMiddleware: 'httpSigningMiddleware',
  });
  for (const name of IDLE_MIDDLEWARES) stack.remove(name);
  const command = new (api.Command as typeof sdk.GetItemCommand)({} as never);
  const resolveMiddleware = command.resolveMiddleware.bind(command) as unknown as (
    stack: Stack,
    config: Configuration,
    options: object,
  ) => Handler;
  return resolveMiddleware(stack, config, options);
}

/** Its credentials, endpoint, signing, retries and request handler, built once for each kind of call. */
export function createSend(client: sdk.DynamoDBClient): Send {
  const handlers = new Map<Api, Handler>();
  // The SDK copies its configuration with each call, and a flat object is copied in a fraction of the time.
  const config = { ...client.config } as unknown as Configuration;
  const resolveFor = (api: Api, options: object) => resolve(client, config, api, options);
  return async (api, input, signal) => {
    let handler = signal ? resolveFor(api, { abortSignal: signal }) : handlers.get(api);
    if (handler === undefined) {
      handler = resolveFor(api, {});
      handlers.set(api, handler);
    }
    const { output } = await handler({ input });
    return { output, retries: (output.$metadata?.attempts ?? 1) - 1 };
  };
}
