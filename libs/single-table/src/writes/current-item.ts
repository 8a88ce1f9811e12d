import { isDeepStrictEqual } from 'node:util';
import type { Connection } from '../connection/connection.js';
import { isSingleTableError } from '../wire/errors.js';
import type { WireItem } from '../wire/wire.js';
import { itemOf } from '../reads/read-item.js';
import { get } from '../reads/reads.js';
import type { WriteOperation, WrittenOperation } from './operations.js';

type Values = Readonly<Record<string, unknown>>;

/** How often the current item is read for a change that other writers overtake. */
export const MAX_READINGS = 10;

export interface Made {
  operation: WriteOperation;
  written: WrittenOperation;
  /** The item that was read for it; empty if there was none. */
  current?: Values | undefined;
}

/** Whether packed attributes are still written each on its own. */
export async function isFlat(
  { packs }: Connection,
  { model }: Pick<WriteOperation, 'model'>,
): Promise<boolean> {
  return packs !== undefined && model.packs !== undefined && !(await packs());
}

/** Writes an operation, and first reads the item if its index keys are made of more than is given. */
export async function made(connection: Connection, operation: WriteOperation, now: Date): Promise<Made> {
  const { change, write } = operation;
  const flat = await isFlat(connection, operation);
  try {
    return { operation, written: write(now, flat) };
  } catch (error) {
    if (!change || !isSingleTableError(error, 'InvalidRequest') || !error.details.missing) throw error;
  }
  const current = (await get(connection, operation, change.values, { consistent: true, stored: true })) ?? {};
  return { operation, written: change.over(current).write(now, flat), current };
}

/** Whether the item that a condition found differs from the one that was read, in what the operation relies on. */
export function hasMoved(
  connection: Connection,
  { operation: { model, change }, current }: Made,
  wire: WireItem | undefined,
): boolean {
  if (!current) return false;
  const item = itemOf(connection, model, wire, { stored: true }) ?? {};
  return !!change?.reliesOn.some((name) => !isDeepStrictEqual(item[name], current[name]));
}
