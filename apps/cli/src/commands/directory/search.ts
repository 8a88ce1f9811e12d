import type { Command } from 'commander';
import { addApiCommand, printRows } from '../../api/api.js';

const COLUMNS = ['kind', 'id', 'accountId', 'title', 'subtitle', 'status'] as const;

export function addSearchCommand(rollbook: Command): void {
  addApiCommand(rollbook, 'search <words...>', async (api, ...words) => {
    const { account: accountId } = api.options<{ account?: string }>();
    const query = { q: words.join(' '), ...(accountId && { accountId }) };
    const { data } = await api.client.get('/v1/search', { query });
    const rows = data.flatMap(({ kind, items }) => items.map((item) => ({ kind, ...item })));
    await printRows(api, COLUMNS, rows);
  }).description('Finds people, service groups, accounts, and anything by its id.');
}
