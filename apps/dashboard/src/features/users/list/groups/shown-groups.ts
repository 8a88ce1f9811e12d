import type { MatrixCell } from '../../../../api/resources/matrix.js';

export interface Chip {
  id: string;
  name: string;
  expiresAt?: string | undefined;
}

/** What a row says of somebody's service groups. */
export interface ShownGroups {
  chips: readonly Chip[];
  /** How many others there are; undefined if there may be others that nobody has counted. */
  others: number | undefined;
}

interface Known {
  /** The service groups in the request. */
  groups: readonly { id: string; name: string }[];
  cells: Record<string, MatrixCell> | undefined;
  /** How many service groups the person is in; undefined if nobody has counted them. */
  count: number | undefined;
  /** All that they are in, if it has been read: where the columns leave room for others. */
  own?: readonly Chip[] | undefined;
  /** Whether the request names all service groups of the account. */
  areAll: boolean;
}

/** In letters: so much room there is for each of the chips, and so much a chip takes beside its name. */
const [ROOM, BESIDE] = [11, 3];

/** Those that fit: of long names fewer, whole, rather than more of which each is cut off. */
function fitting(entered: readonly Chip[], most: number): Chip[] {
  let room = most * ROOM;
  return entered.slice(0, most).filter(({ name }, index) => {
    room -= name.length + BESIDE;
    return index === 0 || room >= 0;
  });
}

/** Those of the columns that somebody may enter. */
function enteredOf(groups: Known['groups'], cells: Known['cells'] = {}): Chip[] {
  return groups.flatMap(({ id, name }) => {
    const cell = cells[id];
    return cell ? [{ id, name, expiresAt: cell.expiresAt }] : [];
  });
}

/** Whether there is room for service groups that are no column. */
export function hasRoom({ groups, cells, count, areAll }: Known, most: number): boolean {
  if (areAll || !cells || count === 0) return false;
  const { length } = enteredOf(groups, cells);
  return length < most && (count === undefined || count > length);
}

/** @param most how many chips there is room for */
export function shownGroups({ groups, cells, count, own, areAll }: Known, most: number): ShownGroups {
  const inColumns = enteredOf(groups, cells);
  const others = own?.filter(({ id }) => !groups.some((group) => group.id === id)) ?? [];
  const entered = [...inColumns, ...others];
  const chips = fitting(entered, most);
  // The count is read apart from the cells: for a moment, it may be that of before.
  const all =
    areAll || own ? entered.length : count === undefined ? undefined : Math.max(count, entered.length);
  return { chips, others: all === undefined ? undefined : all - chips.length };
}
