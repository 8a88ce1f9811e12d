import type { Schemas } from '#libs/client';
import { api } from '../client.js';
import { asOfQuery, type Moment } from '../moment.js';
import { changedBy } from '../queries.js';

changedBy({ matrix: /^(user|service_group)\.(?!manager)/ });

/** The client has no names for what is in a map. */
export interface MatrixCell {
  since: string;
  by: string;
  expiresAt?: string;
  accessRole?: Schemas['AccessRoleReference'];
}
export type MatrixRow = Omit<Schemas['MatrixRow'], 'cells'> & { cells: Record<string, MatrixCell> };
export type MatrixGroup = Schemas['MatrixGroup'];

/** Users in one request, whose ids are in its address. */
export const MAX_ROWS_AT_ONCE = 50;
/** A request for cells takes this many: users times service groups. */
const MAX_CELLS_AT_ONCE = 240;
/** A browser opens this many connections. */
const REQUESTS_AT_ONCE = 4;

export interface Cells {
  userIds: readonly string[];
  groupIds: readonly string[];
  moment?: Moment | undefined;
  signal?: AbortSignal;
}

/** The rows of these users, with as many requests as they need. */
export async function readMatrixRows(
  accountId: string,
  { userIds, groupIds, moment, signal }: Cells,
): Promise<MatrixRow[]> {
  const size = Math.min(MAX_ROWS_AT_ONCE, Math.floor(MAX_CELLS_AT_ONCE / groupIds.length));
  const rows: MatrixRow[] = [];
  for (let at = 0; at < userIds.length; at += size * REQUESTS_AT_ONCE) {
    const starts = Array.from({ length: REQUESTS_AT_ONCE }, (_, index) => at + index * size);
    const answers = await Promise.all(
      starts
        .filter((start) => start < userIds.length)
        .map((start) =>
          api.get('/v1/accounts/{accountId}/memberships/matrix', {
            path: { accountId },
            query: {
              userIds: userIds.slice(start, start + size).join(','),
              groupIds: groupIds.join(','),
              ...asOfQuery(moment),
            },
            ...(signal && { signal }),
          }),
        ),
    );
    rows.push(...answers.flatMap((answer) => answer.rows as MatrixRow[]));
  }
  return rows;
}
