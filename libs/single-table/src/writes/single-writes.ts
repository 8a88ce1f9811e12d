import type { Connection } from '../connection/connection.js';
import type { QueryTarget, EntityModel } from '../model/model.js';
import { deleteOperation } from './keyed-operation.js';
import type { UntypedOptions, UntypedUpdate, WriteOperation } from './operations.js';
import { createOperation, putOperation } from './put-operation.js';
import { PutItem, UpdateItem, DeleteItem } from '../transport/transport.js';
import { updateOperation, upsertOperation } from './update-operation.js';
import { writeOne } from './write-one.js';

type Values = Readonly<Record<string, unknown>>;
type Untyped = Record<string, unknown>;

/** The single writes before types: `functions.ts` and the table add the types. */

/** The parts of an operation, within the connection's tenant if it has one. */
export function scoped<Options extends UntypedOptions>(
  { tenant }: Connection,
  { model }: QueryTarget,
  values: Values,
  options?: Options,
): [EntityModel, Values, Options | undefined] {
  return tenant?.scope(model, values, options) ?? [model, values, options];
}

/** The stored item as a read would return it. */
async function putting(connection: Connection, operation: WriteOperation): Promise<Untyped> {
  const { written } = await writeOne(connection, PutItem, operation);
  const seen: Untyped = {};
  for (const [name, { settings }] of operation.model.entries) {
    const value = written.item?.[name];
    if (value !== undefined && settings.access !== 'hidden') seen[name] = value;
  }
  return seen;
}

export function put(on: Connection, target: QueryTarget, item: Values, options?: UntypedOptions) {
  return putting(on, putOperation(...scoped(on, target, item, options)));
}

export function create(on: Connection, target: QueryTarget, item: Values, options?: UntypedOptions) {
  return putting(on, createOperation(...scoped(on, target, item, options)));
}

export async function update(on: Connection, target: QueryTarget, key: Values, options: UntypedUpdate) {
  const [model, values, changes = {}] = scoped(on, target, key, options);
  return (await writeOne(on, UpdateItem, updateOperation(model, values, changes), 'ALL_NEW')).returned;
}

export async function upsert(on: Connection, target: QueryTarget, item: Values, options?: UntypedUpdate) {
  return (await writeOne(on, UpdateItem, upsertOperation(...scoped(on, target, item, options)), 'ALL_NEW'))
    .returned;
}

/** Not `delete`, which is a reserved word. */
export async function remove(on: Connection, target: QueryTarget, key: Values, options?: UntypedOptions) {
  return (await writeOne(on, DeleteItem, deleteOperation(...scoped(on, target, key, options)), 'ALL_OLD'))
    .returned;
}
