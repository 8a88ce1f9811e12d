import { batchGet, batchGetStored, batchWrite } from '../writes/batch.js';
import { connect, type ConnectOptions, type Connection } from '../connection/connection.js';
import { type QueryTarget, primaryKeyOf, type EntityModel } from '../model/model.js';
import { refuseRequest, SingleTableError } from '../wire/errors.js';
import { checkOperation, deleteOperation } from '../writes/keyed-operation.js';
import { observe, type Observation, type OnCall } from '../connection/observe.js';
import { inspector, type UndeclaredAttributes } from '../items/undeclared.js';
import type { ItemReference, UntypedOptions, UntypedUpdate, WriteOperation } from '../writes/operations.js';
import { createOperation, putOperation } from '../writes/put-operation.js';
import { each, get, query, queryCollection } from '../reads/reads.js';
import { scanTable } from '../reads/scan.js';
import { create, put, remove, scoped, update, upsert } from '../writes/single-writes.js';
import type { ScanOptions, Table } from './table-api.js';
import type { TableDefinition } from '../definitions/table.js';
import { tenantScope } from './tenant.js';
import type { ForeignItem, TenantScope } from '../connection/tenant-scope.js';
import { transactGet, transactWrite } from '../writes/transactions/transact.js';
import { updateOperation, upsertOperation } from '../writes/update-operation.js';
import { writeEach } from '../writes/write-each.js';

type Values = Readonly<Record<string, unknown>>;

export interface TableOptions extends ConnectOptions, Observation {
  /** Called for each item of another tenant that a read through `forTenant` found and treated as absent. */
  onForeignItem?: ((found: ForeignItem) => void) | undefined;
}

/** Created by an entity of a tenant's table, for batches and transactions of the same tenant. */
type Made = { model: EntityModel; tenant?: TenantScope | undefined };

function operationsOf(connection: Connection, target: QueryTarget) {
  const { tenant } = connection;
  const made = <T extends object>(operation: T): T & { tenant: TenantScope | undefined } => ({
    ...operation,
    tenant,
  });
  const on = <Options extends UntypedOptions>(values: Values, options?: Options) =>
    scoped(connection, target, values, options);
  return {
    at(key: Values) {
      const [model, values] = on(key);
      return made({ model, key: primaryKeyOf(model, values) });
    },
    put: (item: Values, options?: UntypedOptions) => made(putOperation(...on(item, options))),
    create: (item: Values, options?: UntypedOptions) => made(createOperation(...on(item, options))),
    update(key: Values, options: UntypedUpdate) {
      const [model, values, changes = {}] = on(key, options);
      return made(updateOperation(model, values, changes));
    },
    upsert: (item: Values, options?: UntypedUpdate) => made(upsertOperation(...on(item, options))),
    delete: (key: Values, options?: UntypedOptions) => made(deleteOperation(...on(key, options))),
    check: (key: Values, options?: UntypedOptions) => made(checkOperation(...on(key, options))),
  };
}

/** Refuses operations created by another tenant's table, or by none. */
function ofTenant<T extends Made>({ tenant }: Connection, made: readonly T[]): readonly T[] {
  const foreign =
    tenant &&
    made.find((each) => each.tenant?.value !== tenant.value || each.tenant.attribute !== tenant.attribute);
  if (!foreign) return made;
  const entity = foreign.model.name;
  throw new SingleTableError('WrongTenant', `An operation on ${entity} does not belong to this tenant.`, {
    entity,
  });
}

export function tableOver(connection: Connection): Table {
  /** Binds a function of a connection to this one. */
  const on =
    <Arguments extends unknown[], Result>(run: (connection: Connection, ...given: Arguments) => Result) =>
    (...given: Arguments) =>
      run(connection, ...given);
  const table = {
    entity: on(operationsOf),
    get: on(get),
    put: on(put),
    create: on(create),
    update: on(update),
    upsert: on(upsert),
    delete: on(remove),
    query: on(query),
    each: on(each),
    queryCollection: on(queryCollection),
    batchGet: async (references: readonly ItemReference[], options?: object) =>
      batchGet(connection, ofTenant(connection, references), options),
    batchGetStored: async (references: readonly ItemReference[], options?: object) =>
      batchGetStored(connection, ofTenant(connection, references), options),
    batchWrite: async (operations: readonly WriteOperation[], options?: object) =>
      batchWrite(connection, ofTenant(connection, operations), options),
    writeEach: async (operations: readonly WriteOperation[], options?: object) =>
      writeEach(connection, ofTenant(connection, operations), options),
    transactGet: async (references: readonly ItemReference[], options?: object) =>
      transactGet(connection, ofTenant(connection, references), options),
    transactWrite: async (operations: readonly WriteOperation[], options?: object) =>
      transactWrite(connection, ofTenant(connection, operations), options),
    scan: (targets: readonly QueryTarget[], options?: ScanOptions) =>
      scanTable(
        connection,
        targets.map(({ model }) => model),
        options,
      ),
    inspected: (onUndeclared: (found: UndeclaredAttributes) => void) =>
      tableOver({ ...connection, inspect: inspector(onUndeclared) }),
    observed: (onCall: OnCall) => tableOver(observe(connection, { onCall })),
    forTenant(given: Readonly<Record<string, string>>) {
      const [[attribute, value] = ['', ''], ...others] = Object.entries(given);
      if (others.length > 0 || !value) {
        return refuseRequest('forTenant', 'A tenant must be one attribute with a value.');
      }
      return tableOver({ ...connection, tenant: tenantScope(attribute, value) });
    },
  };
  return table as unknown as Table;
}

/** Connects a table definition to a table, with every operation on it. */
export function connectTable(definition: TableDefinition, options: TableOptions): Table {
  const { onCall, reportCapacity, onForeignItem, ...rest } = options;
  const connection = { ...connect(definition, rest), onForeignItem };
  const isObserved = onCall ?? reportCapacity;
  return tableOver(isObserved ? observe(connection, { onCall, reportCapacity }) : connection);
}
