import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { capacityOf, type Capacity } from './capacity.js';
import { keyNamesOf, type EntityModel } from './model.js';
import type { TableDefinition } from './table.js';
import { isForeign, type ForeignItem, type Tenant } from './tenant.js';
import type { WireItem } from './wire.js';
import { createSend, type Api, type Send } from './transport.js';

/** One call to DynamoDB, as a hook sees it: keys, but no values of other attributes. */
export interface CallReport {
  operation: Api;
  table: string;
  index?: string | undefined;
  entities: readonly string[];
  /** The keys named by the call: primary keys, or the key condition of a query. */
  keys: readonly Readonly<Record<string, string>>[];
  durationMs: number;
  /** Undefined unless the table reports capacity. */
  capacity: Capacity | undefined;
  retries: number;
  /** The name of the error, when the call failed. */
  error?: string | undefined;
}

export type OnCall = (report: CallReport) => void;

export interface TableOptions {
  client: DynamoDBClient;
  tableName: string;
  /** Signs cursors. At least 32 characters; the same in every process that shares cursors. */
  cursorSecret?: string;
  /** Sees each call after it ends. Must not throw. */
  onCall?: OnCall;
  /** Asks DynamoDB for consumed capacity. On by default when there is an `onCall`. */
  reportCapacity?: boolean;
  /** What timestamps and ids are made from. */
  clock?: () => Date;
  /** Sees each item of another tenant that a read through `forTenant` came across and treated as absent. */
  onForeignItem?: (found: ForeignItem) => void;
}

/** A table to send calls to. */
export interface Connection {
  definition: TableDefinition;
  tableName: string;
  cursorSecret: string | undefined;
  reportCapacity: boolean;
  clock: () => Date;
  onCall: OnCall | undefined;
  onForeignItem: TableOptions['onForeignItem'];
  send: Send;
  /** Set on a table bound to a tenant. */
  tenant: Tenant | undefined;
}

export interface CallContext {
  index?: string | undefined;
  entities: readonly string[];
  keys: readonly Readonly<Record<string, string>>[];
  signal?: AbortSignal | undefined;
}

export interface CallResult {
  output: Record<string, unknown>;
  capacity: Capacity | undefined;
}

export function connect(definition: TableDefinition, options: TableOptions): Connection {
  return {
    definition,
    tableName: options.tableName,
    cursorSecret: options.cursorSecret,
    reportCapacity: options.reportCapacity ?? options.onCall !== undefined,
    clock: options.clock ?? (() => new Date()),
    onCall: options.onCall,
    onForeignItem: options.onForeignItem,
    tenant: undefined,
    send: createSend(options.client),
  };
}

/** Makes one call and reports it. */
export async function call(
  connection: Connection,
  api: Api,
  input: Record<string, unknown>,
  context: CallContext,
): Promise<CallResult> {
  const { onCall, reportCapacity } = connection;
  if (reportCapacity) input['ReturnConsumedCapacity'] = 'INDEXES';
  if (onCall === undefined) {
    const { output } = await connection.send(api, input, context.signal);
    return { output, capacity: reportCapacity ? capacityOf(api, output['ConsumedCapacity']) : undefined };
  }
  const started = performance.now();
  const report = (end: Pick<CallReport, 'capacity' | 'retries' | 'error'>) => {
    onCall({
      operation: api,
      table: connection.tableName,
      index: context.index,
      entities: context.entities,
      keys: context.keys,
      durationMs: performance.now() - started,
      ...end,
    });
  };
  try {
    const { output, retries } = await connection.send(api, input, context.signal);
    const capacity = reportCapacity ? capacityOf(api, output['ConsumedCapacity']) : undefined;
    report({ capacity, retries });
    return { output, capacity };
  } catch (error) {
    const { name, $metadata } = error as { name?: string; $metadata?: { attempts?: number } };
    report({ capacity: undefined, retries: ($metadata?.attempts ?? 1) - 1, error: name ?? 'Error' });
    throw error;
  }
}

/** True for an item that reads treat as absent: another tenant's, which the table's hook is told, or an expired one. */
export function isAbsent(connection: Connection, model: EntityModel, wire: WireItem): boolean {
  return isExpired(connection, model, wire) || isOfAnotherTenant(connection, model, wire);
}

function isExpired({ definition, clock }: Connection, model: EntityModel, wire: WireItem): boolean {
  if (!model.hideExpired || definition.timeToLive === undefined) return false;
  const value = wire[definition.timeToLive];
  // Time to live is in seconds since the epoch.
  return value !== undefined && 'N' in value && Number(value.N) * 1000 <= clock().getTime();
}

function isOfAnotherTenant(connection: Connection, model: EntityModel, wire: WireItem): boolean {
  const { tenant, onForeignItem } = connection;
  if (tenant === undefined || !isForeign(tenant, wire)) return false;
  const key = Object.fromEntries(
    keyNamesOf(model.key.attributes).flatMap((name) => {
      const value = wire[name];
      return value && 'S' in value ? [[name, value.S]] : [];
    }),
  );
  onForeignItem?.({ entity: model.name, key, tenant: tenant.value });
  return true;
}
