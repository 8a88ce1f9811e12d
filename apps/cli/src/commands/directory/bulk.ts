import { Option, type Command } from 'commander';
import type { Schemas } from '#libs/client';
import { PRESENT_USER_STATUSES, ROLES, type PresentUserStatus, type Role } from '#libs/domain';
import { addApiCommand, printOne, printRows, type Api } from '../../api/api.js';
import { termsOf, withEnd, withTerms, type TermsOptions } from './membership-terms.js';
import { watchJob } from './watch-job.js';

type CreateBulkJob = Schemas['CreateBulkJob'];

interface Options {
  users?: string[];
  search?: string;
  role?: Role;
  status?: PresentUserStatus;
  group?: string;
  all?: boolean;
  dryRun?: boolean;
  wait: boolean;
}

const OF_GROUPS = { 'add-to-groups': 'add_to_groups', 'remove-from-groups': 'remove_from_groups' } as const;
const OF_TEAMS = { 'add-to-teams': 'add_to_teams', 'remove-from-teams': 'remove_from_teams' } as const;
const OF_USERS = {
  suspend: 'suspend',
  reactivate: 'reactivate',
  remove: 'remove',
  'resend-invitation': 'resend_invitation',
} as const;

export function addBulkCommands(rollbook: Command): void {
  const bulk = rollbook.command('bulk').description('Changes many users at once.');
  for (const [name, action] of Object.entries(OF_GROUPS)) {
    const command = addBulk(bulk, `${name} <serviceGroupIds...>`, (serviceGroupIds, options) => ({
      ...(action === 'add_to_groups' && termsOf(options)),
      ...{ action, serviceGroupIds },
    }));
    if (action === 'add_to_groups') withTerms(command);
  }
  for (const [name, action] of Object.entries(OF_TEAMS)) {
    const command = addBulk(bulk, `${name} <teamIds...>`, (teamIds, options) => ({
      ...(action === 'add_to_teams' && termsOf(options)),
      ...{ action, teamIds },
    }));
    if (action === 'add_to_teams') withEnd(command).option('--reason <text>', 'why they are added');
  }
  for (const [name, action] of Object.entries(OF_USERS)) addBulk(bulk, name, () => ({ action }));
  addBulk(bulk, 'change-access-role <serviceGroupIds...>', (serviceGroupIds, { accessRole }) => {
    if (accessRole === undefined) throw new Error('Use --access-role KEY, or --no-access-role.');
    return { action: 'change_access_role', serviceGroupIds, accessRole: accessRole || null };
  })
    .option('--access-role <key>', 'the key of an access role')
    .option('--no-access-role', 'no access role: they may only enter');
  addBulk(bulk, 'change-role <to>', ([role]) => ({ action: 'change_role', role: role as never }));
}

function addBulk(
  bulk: Command,
  usage: string,
  bodyOf: (args: string[], options: TermsOptions) => CreateBulkJob,
): Command {
  return addApiCommand(bulk, usage, async (api, ...args) => {
    const options = api.options<Options & TermsOptions>();
    const body = { ...bodyOf(args, options), ...selectionOf(options) };
    if (options.dryRun) return tryIt(api, body);
    const { id } = (await post(api, body, false)) as Schemas['Job'];
    if (options.wait) await watchJob(api, id);
    else printOne(api, { id });
  })
    .option('--users <ids...>', 'these users')
    .option('--search <words>', 'all users found by these words or their beginnings')
    .addOption(new Option('--role <role>', 'all users with this role').choices(ROLES))
    .addOption(new Option('--status <status>', 'all with this status').choices(PRESENT_USER_STATUSES))
    .option('--group <serviceGroupId>', 'all members of this service group')
    .option('--all', 'everybody')
    .option('--dry-run', 'report what would change, and change nothing')
    .option('--no-wait', 'do not wait until the job has ended');
}

function selectionOf(options: Options): Pick<CreateBulkJob, 'userIds' | 'query'> {
  const { users, search: q, role, status, group: groupId, all } = options;
  if (users) return { userIds: users };
  if (!q && !role && !status && !groupId && !all)
    throw new Error('No users are selected: use --users, --search, --role, --status, --group or --all.');
  return {
    query: { ...(q && { q }), ...(role && { role }), ...(status && { status }), ...(groupId && { groupId }) },
  };
}

function post(api: Api, body: CreateBulkJob, dryRun: boolean): Promise<unknown> {
  return api.client.post('/v1/accounts/{accountId}/bulk-jobs', { path: api.path(), body, query: { dryRun } });
}

async function tryIt(api: Api, body: CreateBulkJob): Promise<void> {
  const tried = (await post(api, body, true)) as Schemas['TriedBulkJob'];
  if (api.json) return printOne(api, tried);
  const { rows, tried: looked, done, unchanged, refused } = tried;
  printOne(api, { rows, tried: looked, done, unchanged, refused });
  for (const { detail } of tried.warnings) console.log(`Warning: ${detail}`);
  const samples = tried.samples.map(({ problem, ...sample }) => ({ ...sample, why: problem?.detail ?? '' }));
  await printRows(api, ['userId', 'name', 'outcome', 'why'], samples);
}
