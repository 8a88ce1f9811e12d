import type { TestDirectory } from './directory.js';
import { everyWireItem, putWireItems, textOf, type WireItem } from './items.js';

/** Copies of the stored item of an entity that names an id, under other ids: what would take hundreds of commands. */
export async function multiply(
  opened: TestDirectory,
  [entity, id]: readonly [entity: string, id: string],
  count: number,
  rename: (item: WireItem, n: number) => WireItem,
): Promise<void> {
  const stored = await everyWireItem(opened);
  const item = stored.find((each) => textOf(each, 'entity') === entity && JSON.stringify(each).includes(id))!;
  await putWireItems(
    opened,
    Array.from({ length: count }, (_, n) => rename(item, n)),
  );
}

export const numbered = (id: string, n: number) => id.slice(0, -5) + String(n).padStart(5, '0');

export const withText = (item: WireItem, from: string, to: string): WireItem =>
  JSON.parse(JSON.stringify(item).replaceAll(from, to)) as WireItem;
