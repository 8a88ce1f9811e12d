import { Option, type Command } from 'commander';
import type { Schemas } from '#libs/client';
import { addApiCommand, addListCommand, addRoute, printOne, type Api } from '../../api/api.js';
import { withEnd, type TermsOptions } from './membership-terms.js';

type AccessRequest = Schemas['AccessRequest'];

const REQUESTS = '/v1/accounts/{accountId}/access-requests';
const REQUEST = `${REQUESTS}/{accessRequestId}` as const;
const OF_GROUP = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/access-requests/{accessRequestId}';
const STATUSES: readonly AccessRequest['status'][] = [
  'requested',
  'approved',
  'refused',
  'withdrawn',
  'lapsed',
];

export function addRequestCommands(rollbook: Command): void {
  const requests = rollbook.command('requests').description('Requests of members for access.');
  addList(requests);
  addRoute(requests, 'get <accessRequestId>', 'get', REQUEST);
  addAsk(requests);
  addDecisions(requests);
  addRoute(requests, 'withdraw <accessRequestId>', 'post', `${REQUEST}/withdraw`);
}

interface ListOptions {
  status?: AccessRequest['status'];
  group?: string;
  user?: string;
}

function addList(requests: Command): void {
  addListCommand(
    requests,
    'list',
    ['id', 'status', 'email', 'group', 'accessRole', 'reason', 'expiresAt', 'lengthSeconds'],
    (api, page) => {
      const { status, group, user } = api.options<ListOptions>();
      const query = { ...page, status, serviceGroupId: group, userId: user };
      const all = api.client.each(REQUESTS, { path: api.path(), query });
      return api.json ? (all as ReturnType<typeof named>) : named(all);
    },
  )
    .addOption(new Option('--status <status>', 'only those with this status').choices([...STATUSES]))
    .option('--group <serviceGroupId>', 'only those for this service group')
    .option('--user <userId>', 'only those of this user');
}

/** With the user's email and the service group's name as columns of the table. */
async function* named(requests: AsyncIterable<AccessRequest>) {
  for await (const each of requests) {
    const { user, serviceGroup, accessRole } = each;
    yield { ...each, email: user.email, group: serviceGroup.name, accessRole: accessRole?.key ?? '' };
  }
}

function addAsk(requests: Command): void {
  withEnd(
    addApiCommand(requests, 'ask <serviceGroupId>', async (api, serviceGroupId) => {
      const { reason, accessRole } = api.options<TermsOptions>();
      const body = {
        ...{ serviceGroupId, ...endOf(api) },
        ...(reason !== undefined && { reason }),
        ...(accessRole && { accessRole }),
      };
      printOne(api, await api.client.post(REQUESTS, { path: api.path(), body }));
    }),
  )
    .description('Requests access for yourself.')
    .option('--reason <text>', 'why it is needed')
    .option('--access-role <key>', 'the key of an access role that the service group offers');
}

function addDecisions(requests: Command): void {
  withEnd(
    addApiCommand(requests, 'approve <accessRequestId>', async (api, accessRequestId) => {
      const path = await pathOf(api, accessRequestId);
      const body = { ...endOf(api), ...noteOf(api) };
      printOne(api, await api.client.post(`${OF_GROUP}/approve`, { path, body }));
    }),
  )
    .description('Approves a request for access, for the requested time or a shorter one.')
    .option('--note <text>', 'a note to the requester');
  addApiCommand(requests, 'refuse <accessRequestId>', async (api, accessRequestId) => {
    const path = await pathOf(api, accessRequestId);
    printOne(api, await api.client.post(`${OF_GROUP}/refuse`, { path, body: noteOf(api) }));
  }).option('--note <text>', 'a note to the requester');
}

/** Decisions are made at the service group, to which the rights of its managers are bound. */
async function pathOf(api: Api, accessRequestId: string) {
  const { serviceGroupId } = await api.client.get(REQUEST, { path: { ...api.path(), accessRequestId } });
  return { ...api.path(), serviceGroupId, accessRequestId };
}

/** A length begins with the approval. */
function endOf(api: Api): { expiresAt?: string; lengthSeconds?: number } {
  const { until, for: lengthSeconds } = api.options<TermsOptions>();
  return {
    ...(until !== undefined && { expiresAt: until }),
    ...(lengthSeconds !== undefined && { lengthSeconds }),
  };
}

function noteOf(api: Api): { note?: string } {
  const { note } = api.options<{ note?: string }>();
  return note === undefined ? {} : { note };
}
