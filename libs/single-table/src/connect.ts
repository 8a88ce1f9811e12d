import { batchGet, batchWrite } from './batch.js';
import { conditionBuilder } from './condition.js';
import { call, connect, type Connection, type TableOptions } from './connection.js';
import type { Typed } from './entity-types.js';
import type { QueryTarget } from './entity.js';
import { SingleTableError } from './errors.js';
import { primaryKeyOf, type EntityModel } from './model.js';
import {
  checkOperation,
  deleteOperation,
  putOperation,
  updateOperation,
  upsertOperation,
  wireKey,
  type ItemReference,
  type UntypedOptions,
  type WriteOperation,
} from './operations.js';
import { iterateQuery, runQuery, type QueryResult } from './query.js';
import type { Found, Paging } from './query-page.js';
import { planCollection, planQuery, type Range } from './query-plan.js';
import { itemOf } from './read-item.js';
import { scanTable } from './scan.js';
import { writeOne } from './single-writes.js';
import type { Page, PageOptions, ReadOptions, ScanOptions, Table } from './table-api.js';
import type { TableDefinition } from './table.js';
import { tenantGuard, withTenant, type Tenant } from './tenant.js';
import { transactGet, transactWrite, type TransactOptions } from './transact.js';
import type { WireItem } from './wire.js';

type Values = Readonly<Record<string, unknown>>;
type Untyped = Record<string, unknown>;
type QuerySettings = PageOptions<Typed> & Range & { select?: readonly unknown[] | undefined };

function pagingOf(options: QuerySettings): Paging {
  const { filter, select, ...rest } = options;
  return {
    ...rest,
    filter: filter?.(conditionBuilder()),
    select: select as readonly string[] | undefined,
  };
}

function page(result: QueryResult): Page<Untyped> {
  return { items: result.found.map((each) => each.item), cursor: result.cursor, capacity: result.capacity };
}

function byEntity(targets: readonly QueryTarget[], found: readonly Found[]): Record<string, Untyped[]> {
  const items: Record<string, Untyped[]> = {};
  for (const target of targets) items[target.model.name] = [];
  for (const { model, item } of found) items[model.name]?.push(item);
  return items;
}

/** Hides what a read of the same item would hide. */
function visible(model: EntityModel, item: Untyped | undefined): Untyped {
  const seen: Untyped = {};
  for (const [name, { settings }] of model.entries) {
    if (item?.[name] !== undefined && settings.access !== 'hidden') seen[name] = item[name];
  }
  return seen;
}

type Bound<T> = T & { tenant: Tenant | undefined };

/** The operations on one entity, inside the tenant if there is one. */
function operationsOf(tenant: Tenant | undefined, { model }: QueryTarget) {
  const guarded = (options: object = {}): UntypedOptions => ({
    ...options,
    guard: tenantGuard(tenant, model),
  });
  const scoped = (values: Values) => withTenant(tenant, model, values);
  const bound = <T extends object>(made: T): Bound<T> => ({ ...made, tenant });
  return {
    at: (key: Values) => bound({ model, key: primaryKeyOf(model, scoped(key)) }),
    put: (item: Values, options?: object) =>
      bound(putOperation('put', model, scoped(item), guarded(options))),
    create: (item: Values, options?: object) =>
      bound(putOperation('create', model, scoped(item), guarded(options))),
    update: (key: Values, options: { set?: Values }) => {
      // A change of the tenant itself would move the item out of it.
      if (tenant && options.set?.[tenant.attribute] !== undefined) withTenant(tenant, model, options.set);
      return bound(updateOperation(model, scoped(key), guarded(options)));
    },
    upsert: (item: Values, options?: object) => bound(upsertOperation(model, scoped(item), guarded(options))),
    delete: (key: Values, options?: object) => bound(deleteOperation(model, scoped(key), guarded(options))),
    check: (key: Values, options?: object) => bound(checkOperation(model, scoped(key), guarded(options))),
  };
}

/** Refuses what another tenant's table, or none, has made. */
function checkTenant(
  tenant: Tenant | undefined,
  made: readonly { model: EntityModel; tenant?: Tenant | undefined }[],
) {
  const foreign =
    tenant &&
    made.find((each) => each.tenant?.value !== tenant.value || each.tenant.attribute !== tenant.attribute);
  if (foreign) {
    throw new SingleTableError(
      'WrongTenant',
      `An operation on ${foreign.model.name} is not of this tenant.`,
      {
        entity: foreign.model.name,
      },
    );
  }
}

function singleOperations(connection: Connection) {
  const { tenant } = connection;
  const operations = (target: QueryTarget) => operationsOf(tenant, target);
  const written = async (model: EntityModel, operation: WriteOperation) =>
    visible(model, (await writeOne(connection, operation)).written.item);
  return {
    entity: operations,
    async get(target: QueryTarget, values: Values, { consistent, signal }: ReadOptions = {}) {
      const { model } = target;
      const key = primaryKeyOf(model, withTenant(tenant, model, values));
      const input = {
        TableName: connection.tableName,
        Key: wireKey(key),
        ...(consistent && { ConsistentRead: true }),
      };
      const { output } = await call(connection, 'GetItem', input, {
        entities: [model.name],
        keys: [key],
        signal,
      });
      return itemOf(connection, model, output['Item'] as WireItem | undefined);
    },
    put: (target: QueryTarget, item: Values, options?: object) =>
      written(target.model, operations(target).put(item, options)),
    create: (target: QueryTarget, item: Values, options?: object) =>
      written(target.model, operations(target).create(item, options)),
    update: async (target: QueryTarget, key: Values, options: object) =>
      (await writeOne(connection, operations(target).update(key, options), 'ALL_NEW')).returned,
    upsert: async (target: QueryTarget, item: Values, options?: object) =>
      (await writeOne(connection, operations(target).upsert(item, options), 'ALL_NEW')).returned,
    delete: async (target: QueryTarget, key: Values, options?: object) =>
      (await writeOne(connection, operations(target).delete(key, options), 'ALL_OLD')).returned,
  };
}

function queries(connection: Connection) {
  const { tenant } = connection;
  const plan = (target: QueryTarget, key: Values, options: QuerySettings) =>
    planQuery(target, withTenant(tenant, target.model, key), options);
  return {
    async query(target: QueryTarget, key: Values, options: QuerySettings = {}) {
      return page(await runQuery(connection, plan(target, key, options), pagingOf(options)));
    },
    async *each(target: QueryTarget, key: Values, options: QuerySettings = {}) {
      const found = iterateQuery(connection, plan(target, key, options), pagingOf(options));
      for await (const { item } of found) yield item;
    },
    async queryCollection(targets: readonly QueryTarget[], key: Values, options: PageOptions<Typed> = {}) {
      const values = targets.reduce((known, { model }) => withTenant(tenant, model, known), key);
      const result = await runQuery(connection, planCollection(targets, values), pagingOf(options));
      return { ...page(result), items: byEntity(targets, result.found) };
    },
  };
}

/** A table over a connection; tests and the catalogue bring one that records calls instead of sending them. */
export function tableOver(connection: Connection): Table {
  const { tenant } = connection;
  const several = {
    batchGet(references: readonly ItemReference[], options: ReadOptions = {}) {
      checkTenant(tenant, references);
      return batchGet(connection, references, options);
    },
    batchWrite(operations: readonly WriteOperation[], options: { signal?: AbortSignal } = {}) {
      checkTenant(tenant, operations);
      return batchWrite(connection, operations, options.signal);
    },
    transactGet(references: readonly ItemReference[], options: { signal?: AbortSignal } = {}) {
      checkTenant(tenant, references);
      return transactGet(connection, references, options);
    },
    transactWrite(operations: readonly WriteOperation[], options: TransactOptions = {}) {
      checkTenant(tenant, operations);
      return transactWrite(connection, operations, options);
    },
    scan: (targets: readonly QueryTarget[], options: ScanOptions = {}) =>
      scanTable(
        connection,
        targets.map((target) => target.model),
        options,
      ),
    forTenant(given: Readonly<Record<string, string>>) {
      const [[attribute, value] = ['', ''], ...others] = Object.entries(given);
      if (others.length > 0 || value === '') {
        throw new SingleTableError('InvalidRequest', 'A tenant is one attribute with a value.', {
          operation: 'forTenant',
        });
      }
      return tableOver({ ...connection, tenant: { attribute, value } });
    },
  };
  return { ...singleOperations(connection), ...queries(connection), ...several } as unknown as Table;
}

/** Connects a table definition to a table. */
export function connectTable(definition: TableDefinition, options: TableOptions): Table {
  return tableOver(connect(definition, options));
}
