import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { DashboardUnderTest } from './dashboard.js';

const SOURCE = join(import.meta.dirname, '../../../apps/dashboard/src');

const HOSTILE = [
  `${'Wolfeschlegelsteinhausenbergerdorff '.repeat(2)}the Third of That Name`.slice(0, 100),
  'محمد بن عبد الله',
  '👩‍👩‍👧‍👦 Família',
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("https://evil.example")',
];

const LONG_KEY = `incident.${'responder-'.repeat(6)}`.slice(0, 62) + '-a';

const hostileRoles = () => [
  {
    key: LONG_KEY,
    name: HOSTILE[0] ?? '',
    description: 'What it is for. '.repeat(12).trim(),
    permissions: Array.from({ length: 40 }, (_, index) => `${'service:resource.'.repeat(4)}action-${index}`),
  },
  { key: 'log-reader', name: HOSTILE[2] ?? '', permissions: ['logs.read'] },
  { key: 'on-call', name: 'On call', permissions: [] },
];

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Fills the demo account with what is hard to show. @returns a name and the path of each page, of some more than one */
export async function everyPage({
  api,
  rollbook: { apiUrl },
}: DashboardUnderTest): Promise<[string, string][]> {
  const accounts = await api.get('/v1/accounts');
  const accountId = accounts.data[0]?.id ?? '';
  const path = { accountId };
  const userId = (await api.get('/v1/accounts/{accountId}/users', { path })).data[2]?.id ?? '';
  const groupId = (await api.get('/v1/accounts/{accountId}/service-groups', { path })).data[0]?.id ?? '';
  const serviceGroupId = (await api.get('/v1/accounts/{accountId}/service-groups', { path })).data[1]!.id;
  await api.put('/v1/accounts/{accountId}/access-roles', { path, body: { accessRoles: hostileRoles() } });
  for (const [index, name] of HOSTILE.entries()) {
    const body = { name, email: `h${index}@acme.example` };
    const { id } = await api.post('/v1/accounts/{accountId}/users', { path, body });
    await api.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}', {
      path: { accountId, serviceGroupId, userId: id },
      body: {
        expiresAt: new Date(Date.now() + (index + 1) * DAY_MS).toISOString(),
        reason: name,
        accessRole: index % 2 === 0 ? LONG_KEY : 'log-reader',
      },
    });
  }
  await api.post('/v1/accounts/{accountId}/invitations', {
    path,
    body: { name: 'Barbara Liskov', email: 'barbara@acme.example' },
  });
  await api.post('/v1/accounts/{accountId}/api-keys', {
    path,
    body: { name: HOSTILE[0] ?? '', scopes: ['users:read', 'users:write', 'jobs:read', 'events:read'] },
  });
  const { key } = await api.post('/v1/accounts/{accountId}/api-keys', {
    path,
    body: { name: HOSTILE[0] ?? '', scopes: ['scim'] },
  });
  // Refused: an identity provider may search by few attributes.
  await fetch(`${apiUrl}/scim/v2/${accountId}/Users?filter=title%20pr`, {
    headers: { authorization: `Bearer ${key}` },
  });
  // Nobody listens on the port: it fails.
  const body = { url: 'http://127.0.0.1:9/rollbook', description: HOSTILE[2] ?? '' };
  const webhookEndpointId = (await api.post('/v1/accounts/{accountId}/webhook-endpoints', { path, body })).id;
  const stream = { url: body.url, description: body.description, form: 'ndjson', secret: 'token' } as const;
  const logStreamId = (await api.post('/v1/accounts/{accountId}/log-streams', { path, body: stream })).id;
  const deliveredId = (
    await api.post('/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/test', {
      path: { accountId, webhookEndpointId },
    })
  ).id;
  await api.post('/v1/accounts/{accountId}/users/{userId}/identities', {
    path: { accountId, userId },
    body: { issuer: `https://login.${'staff'.repeat(20)}.example/realms`, subject: 'u'.repeat(100) },
  });
  const { id: teamId } = await api.post('/v1/accounts/{accountId}/teams', {
    path,
    body: { name: HOSTILE[0] ?? '', externalId: 'x'.repeat(80) },
  });
  await api.put('/v1/accounts/{accountId}/teams/{teamId}/members/{userId}', {
    path: { accountId, teamId, userId },
    body: { reason: HOSTILE[1] ?? '' },
  });
  await api.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/teams/{teamId}', {
    path: { accountId, teamId, serviceGroupId: groupId },
    body: { accessRole: LONG_KEY, reason: HOSTILE[0] ?? '' },
  });
  const then = new Date().toISOString();
  const emptyId = (await api.post('/v1/accounts', { body: { name: 'Globex' } })).id;
  return [
    ['first', '/'],
    ['accept-invitation', '/accept-invitation#token'],
    ['home', '/home'],
    ['accounts', '/accounts'],
    ['me', '/me'],
    ['overview', `/a/${accountId}`],
    ['access', `/a/${accountId}/access`],
    ['ending', `/a/${accountId}/access/ending`],
    ['users', `/a/${accountId}/users`],
    ['user', `/a/${accountId}/users/${userId}`],
    ['user-history', `/a/${accountId}/users/${userId}?tab=history`],
    ['user-details', `/a/${accountId}/users/${userId}?tab=details`],
    ['groups', `/a/${accountId}/groups`],
    ['group', `/a/${accountId}/groups/${groupId}`],
    ['group-settings', `/a/${accountId}/groups/${groupId}?tab=settings`],
    ['group-teams', `/a/${accountId}/groups/${groupId}?tab=teams`],
    ['teams', `/a/${accountId}/teams`],
    ['team', `/a/${accountId}/teams/${teamId}`],
    ['team-groups', `/a/${accountId}/teams/${teamId}?tab=groups`],
    ['team-settings', `/a/${accountId}/teams/${teamId}?tab=settings`],
    ['invitations', `/a/${accountId}/invitations`],
    ['requests', `/a/${accountId}/requests`],
    ['activity', `/a/${accountId}/activity`],
    ['import', `/a/${accountId}/import`],
    ['export', `/a/${accountId}/export`],
    ['jobs', `/a/${accountId}/jobs`],
    ['webhooks', `/a/${accountId}/developers/webhooks`],
    ['webhook', `/a/${accountId}/developers/webhooks/${webhookEndpointId}`],
    ['delivery', `/a/${accountId}/developers/webhooks/${webhookEndpointId}/deliveries/${deliveredId}`],
    ['log-streams', `/a/${accountId}/developers/log-streams`],
    ['log-stream', `/a/${accountId}/developers/log-streams/${logStreamId}`],
    ['events', `/a/${accountId}/developers/events?types=user.created&open=account.created`],
    ['api-keys', `/a/${accountId}/developers/api-keys`],
    ['scim', `/a/${accountId}/developers/scim`],
    ['scim-entra', `/a/${accountId}/developers/scim?provider=entra`],
    ['sign-in', `/a/${accountId}/developers/sign-in`],
    ['settings', `/a/${accountId}/settings`],
    ['access-roles', `/a/${accountId}/settings/access-roles`],
    ['past-overview', `/a/${accountId}?at=${then}`],
    ['past-access', `/a/${accountId}/access?at=${then}`],
    ['past-ending', `/a/${accountId}/access/ending?at=${then}`],
    ['past-users', `/a/${accountId}/users?at=${then}`],
    ['past-user', `/a/${accountId}/users/${userId}?at=${then}`],
    ['past-group', `/a/${accountId}/groups/${groupId}?at=${then}`],
    ['past-group-teams', `/a/${accountId}/groups/${groupId}?tab=teams&at=${then}`],
    ['past-access-roles', `/a/${accountId}/settings/access-roles?at=${then}`],
    ['past-webhooks', `/a/${accountId}/developers/webhooks?at=${then}`],
    ['empty-overview', `/a/${emptyId}`],
    ['empty-access', `/a/${emptyId}/access`],
    ['empty-ending', `/a/${emptyId}/access/ending`],
    ['empty-users', `/a/${emptyId}/users`],
    ['empty-groups', `/a/${emptyId}/groups`],
    ['empty-teams', `/a/${emptyId}/teams`],
    ['empty-api-keys', `/a/${emptyId}/developers/api-keys`],
    ['empty-scim', `/a/${emptyId}/developers/scim`],
    ['empty-access-roles', `/a/${emptyId}/settings/access-roles`],
    ['empty-sign-in', `/a/${emptyId}/developers/sign-in`],
    ['nobody', `/a/${accountId}/users?q=nobodyatall`],
    ['docs', '/docs?tag=Users'],
    ['not-there', `/a/${accountId}/nothing`],
  ];
}

/** As the router has it, or as its file does: of a path that `everyPage` gave. */
export function routeOf(path: string): string {
  const [, start = '', rest = ''] = /^(\/a\/[^/?]+)?\/?([^?#]*)/.exec(path) ?? [];
  if (rest === '') return start ? 'a/$account' : '/';
  return rest
    .replace(
      /\b(user|group|team|webhook|log-stream)s\/(?!\$)[a-z]+_\w+/,
      (_, kind: string) => `${kind}s/$${kind === 'webhook' ? 'endpoint' : kind.replace('log-', '')}`,
    )
    .replace(/deliveries\/.+/, 'deliveries/$event')
    .replace(/^developers\/(?=(webhooks|log-streams)\/)/, '');
}

/** Every page of the router, by its source. */
export function routesInSource(): string[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => /^routes\/.+\.tsx?$|^features\/pages\.ts$/.test(file))
    .map((file) => readFileSync(join(SOURCE, file), 'utf8'));
  const routes = texts.flatMap((text) => [
    ...[...text.matchAll(/(?:\b(?:path|to): |accountPage\(\s*)'\/?([^']+)'/g)].map(([, path = '']) => path),
    ...[...text.matchAll(/\bpath: `\$\{(\w+)_PAGE\.path\}([^`]+)`/g)].map(
      ([, page = '', rest = '']) => `${page.toLowerCase().replace('_', '-')}${rest}`,
    ),
  ]);
  return [...new Set(routes)].sort();
}

/** Dialogs and menus, which only a person opens: a name, the page, and how. */
export const DIALOGS: readonly [string, string, (page: Page) => Promise<void>][] = [
  ['views', 'users', (page) => page.getByRole('button', { name: 'Views' }).click()],
  [
    'all-groups',
    'users',
    async (page) => {
      await page.getByRole('link', { name: /^Ada / }).first().waitFor();
      // On a phone there is none.
      const all = page.getByRole('button', { name: /All service groups of/ });
      if (await all.count()) await all.first().click();
      else await page.getByRole('button', { name: 'Views' }).click();
    },
  ],
  ['invite', 'users', (page) => page.getByRole('button', { name: 'Invite people' }).click()],
  [
    'bulk',
    'users',
    async (page) => {
      await page.getByRole('checkbox', { name: /^Select Ada/ }).click();
      await page.getByRole('button', { name: 'Give access' }).click();
    },
  ],
  [
    'review',
    'access',
    async (page) => {
      await page
        .getByRole('grid')
        .getByRole('checkbox', { name: /may not enter/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Review' }).click();
      await page.getByRole('radio', { name: 'Date and time' }).click();
    },
  ],
  ['role', 'user', (page) => page.getByRole('button', { name: 'Change role' }).click()],
  ['give-access', 'user', (page) => page.getByRole('button', { name: 'Give access' }).click()],
  [
    'give-until',
    'user',
    async (page) => {
      await page.getByRole('button', { name: 'Give access' }).click();
      await page.getByRole('listbox').getByRole('option', { name: /^prod/ }).click();
    },
  ],
  ['link-identity', 'user-details', (page) => page.getByRole('button', { name: 'Link an identity' }).click()],
  [
    'rules',
    'sign-in',
    async (page) => {
      await page.getByRole('button', { name: 'Edit: Sign-in rules' }).click();
      await page.getByRole('button', { name: 'Add a provider' }).click();
    },
  ],
  ['create-role', 'access-roles', (page) => page.getByRole('button', { name: 'Create access role' }).click()],
  ['remove-role', 'access-roles', (page) => page.getByRole('button', { name: /^Remove Wolfe/ }).click()],
  ['create', 'api-keys', (page) => page.getByRole('button', { name: 'Create API key' }).first().click()],
  [
    'add',
    'webhooks',
    async (page) => {
      await page.getByRole('button', { name: 'Add endpoint' }).first().click();
      await page.getByRole('radio', { name: 'Only these' }).click();
    },
  ],
  ['palette', 'overview', (page) => page.keyboard.press('Control+K')],
  [
    'operation',
    'docs',
    (page) => page.getByText('/v1/accounts/{accountId}/users', { exact: true }).first().click(),
  ],
  ['shortcuts', 'overview', (page) => page.keyboard.press('?')],
];
