// Fills a table of the embedded engine by the million: rows straight into the database file, as the engine would write them,
// without stream records. By its API that takes many times as long. What is filled is read through the engine afterwards.
import { DatabaseSync } from 'node:sqlite';
import { marshall } from '@aws-sdk/util-dynamodb';

const ROWS_OF_A_TRANSACTION = 20_000;
const COLUMNS = { base: 'pk,sk,item_json,item_size', index: 'gsi_pk,gsi_sk,table_pk,table_sk,item_json' };

/** @param itemsOf gives the items of one step @returns how many items were written */
export function fill({ engine, tableName }, steps, itemsOf) {
  const database = new DatabaseSync(engine.databaseFile);
  try {
    database.exec('PRAGMA busy_timeout = 30000');
    const put = putInto(database, tableName);
    let written = 0;
    for (let step = 0; step < steps;) {
      database.exec('BEGIN IMMEDIATE');
      for (let rows = 0; rows < ROWS_OF_A_TRANSACTION && step < steps; step += 1)
        for (const item of itemsOf(step)) {
          put(marshall(item, { removeUndefinedValues: true }));
          rows += 1;
          written += 1;
        }
      database.exec('COMMIT');
    }
    return written;
  } finally {
    database.close();
  }
}

/** @throws Error of SQLite when the engine's tables are not as they were when this was written */
function putInto(database, tableName) {
  const values = (columns) =>
    columns
      .split(',')
      .map(() => '?')
      .join(',');
  const insert = (table, columns) =>
    database.prepare(`INSERT INTO "${table}" (${columns}) VALUES (${values(columns)})`);
  const base = insert(tableName, COLUMNS.base);
  const index = insert(`${tableName}::gsi::GSI1`, COLUMNS.index);
  const keyOf = (attribute) => `S:${attribute.S}`;
  return (item) => {
    const json = JSON.stringify(item);
    base.run(keyOf(item.PK), keyOf(item.SK), json, sizeOf(item));
    if (item.GSI1PK) index.run(keyOf(item.GSI1PK), keyOf(item.GSI1SK), keyOf(item.PK), keyOf(item.SK), json);
  };
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
function sizeOf(item) {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value),
    0,
  );
}

function valueSize(value) {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return Math.ceil(value.N.length / 2) + 1;
  if (value.L !== undefined) return 3 + value.L.reduce((sum, each) => sum + 1 + valueSize(each), 0);
  if (value.M !== undefined) return 3 + Object.keys(value.M).length + sizeOf(value.M);
  return 1;
}
