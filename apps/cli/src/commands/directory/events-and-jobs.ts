import type { Command } from 'commander';
import { addApiCommand, addListCommand, addRoute, printRows } from '../../api/api.js';
import { addListenCommand } from './listen.js';
import { tailEvents, withTailOptions, type TailOptions } from './tail-events.js';
import { watchJob } from './watch-job.js';
import { wholeNumber } from '../../terminal/whole-number.js';

const COLUMNS = ['at', 'type', 'aggregateId', 'version', 'actor'] as const;
const MAX_OF_A_PAGE = 100;
const USUAL_LIMIT = 25;

interface ListOptions {
  limit: number;
  from?: string;
  to?: string;
  type?: string;
  actor?: string;
  subject?: string;
}

export function addEventAndJobCommands(rollbook: Command): void {
  const events = rollbook.command('events').description('What happened in an account.');
  addApiCommand(events, 'list', async (api) => {
    const { limit, from, to, type, actor, subject } = api.options<ListOptions>();
    const newest = [];
    const query = { limit: Math.min(limit, MAX_OF_A_PAGE), from, to, type, actor, subject };
    for await (const event of api.client.each('/v1/accounts/{accountId}/events', { path: api.path(), query }))
      if (newest.push(event) >= limit) break;
    await printRows(api, COLUMNS, newest.toReversed());
  })
    .option('--limit <n>', 'the number of newest events', wholeNumber, USUAL_LIMIT)
    .option('--from <time>', 'from this time, ISO 8601')
    .option('--to <time>', 'before this time, ISO 8601')
    .option('--type <types>', 'only events of these types, separated by commas')
    .option('--actor <actor>', 'only changes made by operator:…, user:…, api-key:…')
    .option('--subject <id>', 'only events of this user, service group or account');
  addApiCommand(events, 'types', async (api) =>
    printRows(api, ['type', 'summary'], (await api.client.get('/v1/event-types')).data),
  ).description('Lists the types of events.');
  withTailOptions(
    addApiCommand(events, 'tail', (api) => tailEvents(api, api.options<TailOptions>())).description(
      'Shows each event of the feed as it comes, as subscribers receive it, until Ctrl-C.',
    ),
  );
  addListenCommand(rollbook);
  addJobs(rollbook.command('jobs').description('Work that takes more than one transaction.'));
}

const JOB = '/v1/accounts/{accountId}/jobs/{jobId}';

const JOB_COLUMNS = ['id', 'type', 'status', 'processed', 'rows', 'refused', 'createdAt'] as const;

interface JobListOptions {
  type?: 'import' | 'bulk' | 'revert';
  status?: 'running' | 'paused' | 'done' | 'cancelled';
}

function addJobs(jobs: Command): void {
  addListCommand(
    jobs,
    'list',
    JOB_COLUMNS,
    (api, page) => {
      const { type, status } = api.options<JobListOptions>();
      const query = { ...page, type, status };
      return api.client.each('/v1/accounts/{accountId}/jobs', { path: api.path(), query });
    },
    USUAL_LIMIT,
  )
    .description('Lists jobs, newest first.')
    .option('--type <type>', 'import, bulk, revert, or one of the removals')
    .option('--status <status>', 'running, paused, done or cancelled');
  addRoute(jobs, 'get <jobId>', 'get', JOB);
  addApiCommand(jobs, 'watch <jobId>', watchJob).description(
    'Follows a job to its end. Exits with 1 if rows were refused.',
  );
  for (const steer of ['pause', 'resume', 'cancel'] as const)
    addRoute(jobs, `${steer} <jobId>`, 'post', `${JOB}/${steer}`);
}
