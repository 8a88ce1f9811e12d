import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Capacity } from './capacity.js';
import { checkCursorSecret } from './cursor.js';
import type { TableDefinition } from '../definitions/table.js';
import type { Inspect } from '../items/undeclared.js';
import { realRuntime, type Runtime } from '../transport/runtime.js';
import type { ForeignItem, TenantScope } from './tenant-scope.js';
import { SingleTableError } from '../wire/errors.js';
import { createSend, type Api, type Send } from '../transport/transport.js';

/** A write as a hook sees it, with the keys it was given. */
export interface HookedWrite {
  kind: 'put' | 'create' | 'update' | 'upsert' | 'delete';
  entity: string;
  key: Readonly<Record<string, string>>;
  /** The complete item of a put or create. */
  item?: Readonly<Record<string, unknown>> | undefined;
}

export interface Hooks {
  /** Before a call with writes is sent, for each of them. One that throws or rejects keeps all of the call from being sent. */
  beforeWrite?: ((write: HookedWrite) => void | Promise<void>) | undefined;
  /** For each item that a read or a write gives back. */
  afterRead?: ((read: { entity: string; item: Readonly<Record<string, unknown>> }) => void) | undefined;
}

export interface ConnectOptions extends Hooks, Partial<Runtime> {
  client: DynamoDBClient;
  tableName: string;
  /** Seals cursors. At least 32 characters; the same in every process that shares cursors. */
  cursorSecret: string;
  /**
   * Whether packed attributes are written packed; if not, each on its own, as programs that know no packs read them. Called
   * before each write of an entity that has some. Default: they are.
   */
  packs?: (() => boolean | Promise<boolean>) | undefined;
  /** Wrappers around each call, for example `joinReads`. */
  through?: ((send: Send) => Send) | undefined;
}

/** What a call is about, for observers. */
export interface CallContext {
  index?: string | undefined;
  entities: readonly string[];
  /** The keys named by the call: primary keys, or the key condition of a query. */
  keys: readonly Readonly<Record<string, string>>[];
  signal?: AbortSignal | undefined;
}

export interface CallResult {
  output: Record<string, unknown>;
  /** How often the SDK retried the request. */
  retries: number;
  /** Undefined unless the connection is observed and reports capacity. */
  capacity?: Capacity | undefined;
}

export interface Connection extends Hooks, Runtime {
  definition: TableDefinition;
  tableName: string;
  cursorSecret: string;
  packs?: (() => boolean | Promise<boolean>) | undefined;
  call(api: Api, input: Record<string, unknown>, context: CallContext): Promise<CallResult>;
  /** Adds up consumed capacity. Set on a connection that reports capacity. */
  sumOf?: ((parts: readonly Capacity[]) => Capacity) | undefined;
  /** Set on a connection bound to a tenant. */
  tenant?: TenantScope | undefined;
  onForeignItem?: ((found: ForeignItem) => void) | undefined;
  /** Sees each item read, as it is stored and as it is given back. Not what an index gives back in part. */
  inspect?: Inspect | undefined;
}

export function connect(definition: TableDefinition, options: ConnectOptions): Connection {
  checkCursorSecret(options.cursorSecret);
  const { client, through = (send: Send) => send, ...rest } = options;
  const send = through(createSend(client));
  return {
    ...realRuntime,
    ...rest,
    definition,
    call: async (api, input, { signal }) => {
      try {
        return await send(api, input, signal);
      } catch (error) {
        if (!REFUSALS.test((error as Error).name)) throw error;
        // DynamoDB's message, which may hold values, is only in the cause.
        const details = { operation: api.name };
        throw new SingleTableError('InvalidRequest', `DynamoDB refused the ${api.name}.`, details, {
          cause: error,
        });
      }
    },
  };
}

/** The errors of DynamoDB with which a request fails whenever it is sent. */
const REFUSALS =
  /^(ValidationException|SerializationException|IdempotentParameterMismatchException|ItemCollectionSizeLimitExceededException)$/;
