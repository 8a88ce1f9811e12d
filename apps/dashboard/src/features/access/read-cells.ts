import { api } from '../../api/client.js';
import { readMatrixRows, type MatrixGroup } from '../../api/resources/matrix.js';
import { asQuery } from '../../api/resources/users.js';
import { formatNumber } from '../../components/data/numbers.js';
import { toast } from '../../components/feedback/toasts.js';
import type { DraftStore } from './draft/draft-store.js';
import type { Cell } from './draft/draft.js';
import { fillCells } from './draft/kept-with.js';
import { cellOf, type MatrixFilter } from './queries.js';
import { TEXTS } from './texts.js';

const MAX_COLUMNS_AT_ONCE = 50;

/** For more, there are the bulk actions of the users list. */
const MAX_CELLS = 10_000;

interface FilledColumns {
  filter: MatrixFilter;
  store: DraftStore;
  columns: readonly Pick<MatrixGroup, 'id' | 'name'>[];
  member: boolean;
}

/** Gives or ends columns in the draft, for all users that match, as part of its last step. */
export async function fillColumns(
  accountId: string,
  { filter, store, columns, member }: FilledColumns,
): Promise<void> {
  for (const group of columns) {
    const cells = await cellsToChange(accountId, { filter, group, member });
    fillCells(store, cells, member, true);
    if (member)
      fillCells(store, await cellsToChange(accountId, { filter, group, member: false }), member, true);
    if (cells.length === MAX_CELLS) toast(TEXTS.tooMany(formatNumber(MAX_CELLS)));
  }
}

/** The cells of a column that are not yet as wanted, for all users that match, including those not loaded. */
async function cellsToChange(
  accountId: string,
  {
    filter,
    group,
    member,
  }: { filter: MatrixFilter; group: Pick<MatrixGroup, 'id' | 'name'>; member: boolean },
): Promise<Cell[]> {
  const query = { ...asQuery(filter), limit: 100, [member ? 'notInGroupId' : 'groupId']: group.id };
  const cells: Cell[] = [];
  for await (const user of api.each('/v1/accounts/{accountId}/users', { path: { accountId }, query })) {
    const { id: userId, name: userName, version, status } = user;
    if (member && status === 'suspended') continue;
    cells.push({ userId, userName, version, groupId: group.id, groupName: group.name, isMember: !member });
    if (cells.length === MAX_CELLS) break;
  }
  return cells;
}

/** These cells as they are stored now, with the others of their rows and columns. */
export async function storedCells(
  accountId: string,
  changes: readonly Pick<Cell, 'userId' | 'groupId' | 'groupName'>[],
): Promise<Cell[]> {
  const groups = new Map(changes.map(({ groupId, groupName }) => [groupId, groupName]));
  const userIds = [...new Set(changes.map(({ userId }) => userId))];
  const columns = [...groups].map(([id, name]) => ({ id, name }));
  const cells: Cell[] = [];
  for (let at = 0; at < columns.length; at += MAX_COLUMNS_AT_ONCE) {
    const part = columns.slice(at, at + MAX_COLUMNS_AT_ONCE);
    const rows = await readMatrixRows(accountId, { userIds, groupIds: part.map(({ id }) => id) });
    cells.push(...rows.flatMap((each) => part.map((group) => cellOf(each, group))));
  }
  return cells;
}
