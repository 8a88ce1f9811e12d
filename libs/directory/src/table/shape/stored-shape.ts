import { realRuntime } from '#libs/pacing';
import {
  connectTable,
  defineEntity,
  number,
  string,
  type ConnectOptions,
  type Item,
  type Table,
} from '@rollbook/single-table';
import { rollbookTable } from '../table.js';

/** The shape of tables that have nothing stored about it. */
const FIRST = 1;
/** In this one, items may be packed. */
const PACKED = 2;
/** In this one, accounts may have access roles. */
const WITH_ACCESS_ROLES = 3;
/** In this one, accounts may have teams. */
const WITH_TEAMS = 4;
/** How soon a process that still writes items flat looks again. */
const LOOK_AGAIN_MS = 60_000;

/** Programs that know only shape 1 need `version`: without it, they are never ready, and `migrate` fails (docs/adr/0061). */
export const tableShapeEntity = defineEntity(rollbookTable, {
  name: 'table-shape',
  key: { PK: 'table', SK: 'shape' },
  attributes: {
    version: number().optional(),
    shape: number().optional(),
    /** The shape that a program must know to read the table. */
    readableFrom: number().optional(),
    updatedAt: string(),
  },
});

export type TableName = Omit<ConnectOptions, 'cursorSecret'>;

export interface StoredShape {
  version: number;
  readableFrom: number;
}

/** The shape that the table was created with, or last migrated to. */
export async function readShape(place: TableName): Promise<StoredShape> {
  const stored = await tableOf(place).get(tableShapeEntity, {}, { consistent: true });
  const { version = FIRST, shape = version, readableFrom = FIRST } = stored ?? {};
  return { version: shape, readableFrom };
}

export async function storeShape(
  place: TableName,
  { version: shape, readableFrom }: StoredShape,
): Promise<void> {
  const { now = realRuntime.now } = place;
  const updatedAt = new Date(now()).toISOString();
  await tableOf(place).put(tableShapeEntity, { shape, readableFrom, updatedAt });
}

/** Whether items are written packed: looked up before the first write, and until they are. */
export function writesPacked(place: TableName): () => boolean | Promise<boolean> {
  const { elapsed = realRuntime.elapsed } = place;
  let isPacked = false;
  let looking: Promise<boolean> | undefined;
  let lookAgainAt = 0;
  const look = async () => {
    try {
      return (isPacked = (await readShape(place)).version >= PACKED);
    } catch (error) {
      looking = undefined;
      throw error;
    }
  };
  return () => {
    if (isPacked) return true;
    if (looking && elapsed() < lookAgainAt) return looking;
    lookAgainAt = elapsed() + LOOK_AGAIN_MS;
    return (looking = look());
  };
}

/** That no migration will write stored events again. Strongly consistent. */
export async function isPacked(table: Table): Promise<boolean> {
  const stored = await table.get(tableShapeEntity, {}, { consistent: true });
  return (stored?.shape ?? FIRST) >= PACKED;
}

/** The item that says the shape, for reads of several items. */
export function shapeAt() {
  return tableShapeEntity.at({});
}

/** That no program is left that would give somebody access without regard to their access role. @param stored the item at {@link shapeAt} */
export function takesAccessRoles(stored: Item<typeof tableShapeEntity> | undefined): boolean {
  return (stored?.shape ?? FIRST) >= WITH_ACCESS_ROLES;
}

/** That no program is left that would publish no change of a team. @param stored the item at {@link shapeAt} */
export function takesTeams(stored: Item<typeof tableShapeEntity> | undefined): boolean {
  return (stored?.shape ?? FIRST) >= WITH_TEAMS;
}

/** The same, in one strongly consistent read. */
export async function hasTeams(table: Table): Promise<boolean> {
  return takesTeams(await table.get(tableShapeEntity, {}, { consistent: true }));
}

/** What `takesAccessRoles` says, in one strongly consistent read. */
export async function hasAccessRoles(table: Table): Promise<boolean> {
  return takesAccessRoles(await table.get(tableShapeEntity, {}, { consistent: true }));
}

function tableOf(place: TableName) {
  return connectTable(rollbookTable, {
    ...place,
    cursorSecret: 'unused: nothing is listed, so no cursor is sealed',
  });
}
