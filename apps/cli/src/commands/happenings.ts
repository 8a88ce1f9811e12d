import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { openApi, printOne, printRows, withApiOptions } from '../api.js';
import { watchImport } from './rows.js';

const COLUMNS = ['at', 'type', 'aggregateId', 'version', 'actor'];
const POLL_MS = 500;

/** events and jobs. */
export function addHappeningCommands(rollbook: Command): void {
  const events = rollbook.command('events').description('What happened in an account.');
  withApiOptions(events.command('list').option('--limit <n>', 'the newest so many', '25')).action(
    async ({ limit }: { limit: string }, command: Command) => {
      const api = openApi(command);
      const query = { limit: Number(limit) };
      const { data } = await api.client.get('/v1/accounts/{accountId}/events', { path: api.path(), query });
      await printRows(api, COLUMNS, data.toReversed());
    },
  );
  withApiOptions(events.command('tail').option('-f, --follow', 'go on until Ctrl-C')).action(
    async ({ follow }: { follow?: boolean }, command: Command) => {
      const api = openApi(command);
      const path = api.path();
      const seen = new Set<string>();
      let from: string | undefined;
      do {
        const query = { limit: 25, ...(from !== undefined && { from, order: 'asc' as const, limit: 100 }) };
        const { data } = await api.client.get('/v1/accounts/{accountId}/events', { path, query });
        for (const event of from === undefined ? data.toReversed() : data) {
          if (seen.has(event.id)) continue;
          seen.add(event.id);
          const { at, type, aggregateId, version, actor } = event;
          console.log(api.json ? JSON.stringify(event) : [at, type, aggregateId, version, actor].join('  '));
          from = event.at;
        }
        if (follow) await delay(POLL_MS);
      } while (follow);
    },
  );
  addJobs(rollbook.command('jobs').description('Work that takes more than one transaction.'));
}

function addJobs(jobs: Command): void {
  withApiOptions(jobs.command('get').argument('<jobId>')).action(
    async (jobId: string, _: unknown, command: Command) => {
      const api = openApi(command);
      const path = { ...api.path(), jobId };
      printOne(api, await api.client.get('/v1/accounts/{accountId}/jobs/{jobId}', { path }));
    },
  );
  withApiOptions(jobs.command('watch').argument('<jobId>'))
    .description('Follow an import to its end. Ends with 1 when rows were refused.')
    .action(async (jobId: string, _: unknown, command: Command) => watchImport(openApi(command), jobId));
  for (const steer of ['pause', 'resume'] as const)
    withApiOptions(jobs.command(steer).argument('<jobId>')).action(
      async (jobId: string, _: unknown, command: Command) => {
        const api = openApi(command);
        const path = { ...api.path(), jobId };
        printOne(api, await api.client.post(`/v1/accounts/{accountId}/jobs/{jobId}/${steer}`, { path }));
      },
    );
}
