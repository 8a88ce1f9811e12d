import type { RollbookClient } from '#libs/client';
import { check, comesTrue, type CheckResult, type Diagnosis } from './check.js';

export interface SmokeOptions {
  client: RollbookClient;
  /** Of the API, and of the dashboard if there is one. */
  url: string;
  /** Where webhooks are sent. The answer does not matter: an attempt shows that the event got through. */
  receiver: string;
  withinMs: number;
  onResult?: (result: CheckResult) => void;
}

const ACCOUNT = '/v1/accounts/{accountId}';
const GROUPS = `${ACCOUNT}/service-groups`;
const ENDPOINTS = `${ACCOUNT}/webhook-endpoints`;

const DIAGNOSES = {
  ready: {
    means:
      'The API is not running, or cannot use its table, index or key. A table that does not fit the version: docs/runbook/table-shape.md.',
    page: 'docs/runbook/api-errors.md',
  },
  pages: {
    means:
      'The dashboard’s page or one of its files is not served as it was built: the deployment may have stopped between the two, so deploy again.',
    page: 'docs/deploy.md',
  },
  token: {
    means: 'The token must be an operator’s, with an issuer and an audience that the API accepts.',
    page: 'docs/deploy.md',
  },
  personalData: {
    means:
      'Personal data and secrets are encrypted with the master key: the API may not be allowed to use it.',
    page: 'docs/runbook/key-rotation.md',
  },
  write: { means: 'The table may refuse writes.', page: 'docs/runbook/throttled-table.md' },
  index: {
    means: 'The index lacks items of the table: it may still be building.',
    page: 'docs/runbook/throttled-table.md',
  },
  projector: {
    means: 'The stream processor does not follow the table: it may be stopped, or behind.',
    page: 'docs/runbook/stream-fell-behind.md',
  },
  delivery: {
    means:
      'The event did not get through publisher, bus, rule and webhooks. If the counts were right, look at the rule and the webhooks, otherwise at the stream processor.',
    page: 'docs/runbook/untaken-events.md',
  },
} satisfies Record<string, Diagnosis>;

/** Runs in a new account, which is closed in any case. Stops at a failure that the following checks would only repeat. */
export async function smoke(options: SmokeOptions): Promise<CheckResult[]> {
  const { client, url, onResult = () => {} } = options;
  const results: CheckResult[] = [];
  const passes = async (name: string, diagnosis: Diagnosis, run: () => Promise<unknown>) => {
    const result = await check(name, diagnosis, run);
    results.push(result);
    onResult(result);
    return result.failure === undefined;
  };
  const ready = async () => `the table has shape ${(await client.get('/health/ready')).tableShape}`;
  if (!(await passes('the API is ready', DIAGNOSES.ready, ready))) return results;
  await passes('the dashboard is served', DIAGNOSES.pages, () => visitDashboard(url));
  if (!(await passes('the token is an operator’s', DIAGNOSES.token, () => mustBeOperator(client))))
    return results;
  let path = { accountId: '' };
  const made = await passes('an account is created', DIAGNOSES.write, async () => {
    const name = `Canary of ${new Date().toISOString()}`;
    path = { accountId: (await client.post('/v1/accounts', { body: { name } })).id };
  });
  if (!made) return results;
  try {
    await changeAndWatch(options, path, passes);
  } finally {
    await passes('the account is closed again', DIAGNOSES.write, () =>
      client.delete(ACCOUNT, { path, ifMatch: '*' }),
    );
  }
  return results;
}

/** @returns what there is of it: a deployment may do without */
async function visitDashboard(url: string): Promise<string> {
  const page = await fetch(new URL('/', url), { headers: { accept: 'text/html' } });
  const type = page.headers.get('content-type') ?? '';
  // The API's own answer, with or without the part that serves pages.
  if (page.status === 404 && /problem\+json|text\/plain/.test(type)) return 'there is none';
  if (!page.ok || !type.startsWith('text/html')) throw new Error(`/ answered ${page.status}, as ${type}.`);
  if (!page.headers.has('content-security-policy')) throw new Error('The page has no policy.');
  const files = [...(await page.text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  if (files.length === 0) throw new Error('The page names no files.');
  for (const file of files) {
    const { status, headers } = await fetch(new URL(file, url), { method: 'HEAD' });
    if (status !== 200) throw new Error(`${file} answered ${status}.`);
    if (!headers.get('cache-control')?.includes('immutable')) throw new Error(`${file} is not kept.`);
  }
  return `its page and ${files.length} files`;
}

async function mustBeOperator(client: RollbookClient): Promise<void> {
  const { kind } = await client.get('/v1/me');
  if (kind !== 'operator') throw new Error(`It is the token of a ${kind}.`);
}

async function changeAndWatch(
  { client, receiver, withinMs }: SmokeOptions,
  path: { accountId: string },
  passes: (name: string, diagnosis: Diagnosis, run: () => Promise<unknown>) => Promise<boolean>,
): Promise<void> {
  let [endpoint, group, user] = ['', '', ''];
  const registered = await passes('a webhook endpoint is registered', DIAGNOSES.personalData, async () => {
    const body = { url: receiver, eventTypes: ['user.created' as const] };
    endpoint = (await client.post(ENDPOINTS, { path, body })).id;
  });
  const personal = await passes('a user is created', DIAGNOSES.personalData, async () => {
    const body = { name: 'Canary', email: 'canary@rollbook.example', role: 'member' } as const;
    user = (await client.post(`${ACCOUNT}/users`, { path, body })).id;
  });
  if (!personal) return;
  const member = await passes('the user becomes a member of a group', DIAGNOSES.write, async () => {
    group = (await client.post(GROUPS, { path, body: { name: 'canaries' } })).id;
    const ids = { ...path, serviceGroupId: group, userId: user };
    await client.put(`${GROUPS}/{serviceGroupId}/members/{userId}`, { path: ids });
  });
  if (!member) return;
  const ofGroup = { ...path, serviceGroupId: group };
  await passes('the index lists the member', DIAGNOSES.index, () =>
    comesTrue(withinMs, async () => {
      const { data } = await client.get(`${GROUPS}/{serviceGroupId}/members`, { path: ofGroup });
      return data.length === 1;
    }),
  );
  await passes('the group counts the member', DIAGNOSES.projector, () =>
    comesTrue(withinMs, async () => {
      const { memberCount } = await client.get(`${GROUPS}/{serviceGroupId}`, { path: ofGroup });
      return memberCount === 1;
    }),
  );
  if (!registered) return;
  await passes('the event is delivered', DIAGNOSES.delivery, () =>
    comesTrue(withinMs, async () => {
      const ids = { ...path, webhookEndpointId: endpoint };
      const { data } = await client.get(`${ENDPOINTS}/{webhookEndpointId}/deliveries`, { path: ids });
      return data.some(({ attemptCount }) => attemptCount > 0);
    }),
  );
}
