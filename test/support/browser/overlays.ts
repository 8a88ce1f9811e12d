import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { RollbookClient } from '#libs/client';
import type { Place } from './dashboard.js';

const FOLDER = fileURLToPath(new URL('../../../apps/dashboard/src', import.meta.url));
/** What opens over a page. Menus and the parts of dialogs are in `components`, and are shown by what uses them. */
const ELEMENTS = /<(Dialog|FormDialog|Confirm|ConfirmChange|CreateNamed|Conflict|Rename|Modal|Popup)\b/g;

/** What an operator never sees, or only once a member has asked: opened by the keyboard in test/dashboard/requests.spec.ts. */
const OF_MEMBERS = /^features\/requests\//;

/** The places of the source where a dialog or a popup is shown, each as often as it has one. */
export function overlaysInSource(): string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('components/') && !file.includes('/dev/'))
    .filter((file) => !OF_MEMBERS.test(file))
    .flatMap((file) =>
      [...readFileSync(join(FOLDER, file), 'utf8').matchAll(ELEMENTS)].map((match) => `${file}: ${match[1]}`),
    )
    .sort();
}

export interface Overlay {
  /** As `overlaysInSource` names it. */
  source: string;
  path: (place: Place) => string;
  /** By the keyboard, so that the opener has the focus. */
  open: (page: Page, place: Place, api: RollbookClient) => Promise<unknown>;
  /** It cannot be closed. */
  stays?: boolean;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().press('Enter');

const choose = (menu: string | RegExp, item: string) => async (page: Page) => {
  await page.getByRole('button', { name: menu }).first().press('Enter');
  await page.getByRole('menuitem', { name: item }).press('Enter');
};

/** A page of the account. */
export const at =
  (page: string) =>
  ({ accountId }: Place) =>
    `/a/${accountId}/${page}`;
const user =
  (name: string, tab = '') =>
  ({ accountId, users }: Place) =>
    `/a/${accountId}/users/${users.get(name)}${tab}`;
const group =
  (name: string, tab = '') =>
  ({ accountId, groups }: Place) =>
    `/a/${accountId}/groups/${groups.get(name)}${tab}`;

/** Types into a field after what it has, and saves what somebody else has changed since. */
async function saveTooLate(page: Page, field: string, change: () => Promise<unknown>): Promise<void> {
  await page.getByRole('textbox', { name: field }).press('End');
  await page.keyboard.type(' mine');
  await change();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /^Somebody else has changed/ }).waitFor();
}

const USER = '/v1/accounts/{accountId}/users/{userId}';
const GROUP = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}';

/** An endpoint to which nothing is sent. */
async function visitEndpoint(page: Page, { accountId }: Place, api: RollbookClient): Promise<void> {
  const path = { accountId };
  const { data } = await api.get('/v1/accounts/{accountId}/webhook-endpoints', { path });
  const body = { url: 'http://127.0.0.1:9/rollbook' };
  const { id } = data[0] ?? (await api.post('/v1/accounts/{accountId}/webhook-endpoints', { path, body }));
  await page.goto(`/a/${accountId}/developers/webhooks/${id}`);
}

const onEndpoint = (item: string) => async (page: Page, place: Place, api: RollbookClient) => {
  await visitEndpoint(page, place, api);
  await choose('More actions', item)(page);
};

const onStream =
  (item: string) =>
  async (page: Page, { accountId }: Place, api: RollbookClient) => {
    const path = { accountId };
    const { data } = await api.get('/v1/accounts/{accountId}/log-streams', { path });
    const body = { url: 'http://127.0.0.1:9/logs', form: 'ndjson', secret: 'token' } as const;
    const { id } = data[0] ?? (await api.post('/v1/accounts/{accountId}/log-streams', { path, body }));
    await page.goto(`/a/${accountId}/developers/log-streams/${id}`);
    await choose('More actions', item)(page);
  };

const ACCESS_ROLES = '/v1/accounts/{accountId}/access-roles';

/** One access role: with what it allows, it is another one each time. */
function putRole(api: RollbookClient, { accountId }: Place, ...permissions: string[]): Promise<unknown> {
  const reader = { key: 'reader', name: 'Reader', permissions };
  return api.put(ACCESS_ROLES, { path: { accountId }, body: { accessRoles: [reader] } });
}

const onRoles =
  (button: string, then?: (page: Page, place: Place, api: RollbookClient) => Promise<unknown>) =>
  async (page: Page, place: Place, api: RollbookClient) => {
    await putRole(api, place, 'logs.read');
    await page.goto(at('settings/access-roles')(place));
    await press(button)(page);
    await then?.(page, place, api);
  };

const TEAMS = '/v1/accounts/{accountId}/teams';

/** A team with Peter, which opens prod. */
async function putTeam(api: RollbookClient, { accountId, users, groups }: Place) {
  const { data } = await api.get(TEAMS, { path: { accountId } });
  const team = data[0] ?? (await api.post(TEAMS, { path: { accountId }, body: { name: 'Platform' } }));
  const path = { accountId, teamId: team.id };
  await api.put(`${TEAMS}/{teamId}/members/{userId}`, {
    path: { ...path, userId: users.get('Peter') ?? '' },
  });
  await api.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/teams/{teamId}', {
    path: { ...path, serviceGroupId: groups.get('prod') ?? '' },
  });
  return team;
}

const onTeam = (tab: string, button: string) => async (page: Page, place: Place, api: RollbookClient) => {
  const team = await putTeam(api, place);
  await page.goto(at(`teams/${team.id}?tab=${tab}`)(place));
  await press(button.replace('TEAM', team.name))(page);
};

/** What opens a dialog of teams, each on the page of one. */
const OF_TEAMS: readonly Overlay[] = [
  {
    source: 'features/teams/list/create-team.tsx: CreateNamed',
    path: at('teams'),
    open: press('Create team'),
  },
  {
    source: 'features/teams/places/place-dialog.tsx: FormDialog',
    path: at('teams'),
    open: onTeam('people', 'Change the place of Peter in the team TEAM'),
  },
  {
    source: 'features/teams/places/place-dialog.tsx: FormDialog',
    path: at('teams'),
    open: async (page, place, api) => {
      await putTeam(api, place);
      await page.goto(user('Milton')(place));
      await press('Add to a team')(page);
    },
  },
  {
    source: 'features/teams/places/leave-team.tsx: ConfirmChange',
    path: at('teams'),
    open: onTeam('people', 'Remove Peter from the team TEAM'),
  },
  {
    source: 'features/teams/detail/team-settings.tsx: ConfirmChange',
    path: at('teams'),
    open: onTeam('settings', 'Remove team'),
  },
  {
    source: 'features/teams/detail/team-settings.tsx: Rename',
    path: at('teams'),
    open: async (page, place, api) => {
      const { id: teamId } = await putTeam(api, place);
      await page.goto(at(`teams/${teamId}?tab=settings`)(place));
      await saveTooLate(page, 'Name', () =>
        api.patch(`${TEAMS}/{teamId}`, {
          path: { accountId: place.accountId, teamId },
          body: { name: 'Theirs' },
          ifMatch: '*',
        }),
      );
    },
  },
  {
    source: 'features/groups/teams/access-dialog.tsx: FormDialog',
    path: at('teams'),
    open: onTeam('groups', 'Open service group'),
  },
  {
    source: 'features/groups/teams/access-dialog.tsx: FormDialog',
    path: at('teams'),
    open: onTeam('groups', 'Change the access of the team TEAM to prod'),
  },
  {
    source: 'features/groups/teams/take-access.tsx: ConfirmChange',
    path: at('teams'),
    open: onTeam('groups', 'End the access of the team TEAM to prod'),
  },
];

/** How each of them is opened. */
export const OVERLAYS: readonly Overlay[] = [
  ...OF_TEAMS,
  {
    source: 'features/access/pages/access-bar.tsx: Confirm',
    path: at('access'),
    open: draftAnd('Discard'),
  },
  {
    source: 'features/access/review/review-dialog.tsx: Dialog',
    path: at('access'),
    open: draftAnd('Review'),
  },
  { source: 'features/access/matrix/column-picker.tsx: Popup', path: at('access'), open: press(/groups?$/) },
  {
    source: 'features/undo/undo-dialog.tsx: Dialog',
    // From some other events there is no way back.
    path: at('activity?type=service_group.member_added'),
    async open(page) {
      await page
        .getByRole('button', { name: /^Details/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Undo' }).first().click();
    },
  },
  {
    source: 'features/accounts/account-columns.tsx: ConfirmChange',
    path: () => '/accounts',
    open: choose('Actions: Initech', 'Suspend'),
  },
  {
    source: 'features/accounts/create-account.tsx: FormDialog',
    path: () => '/accounts',
    open: press('Create account'),
  },
  {
    source: 'features/accounts/limits-dialog.tsx: FormDialog',
    path: () => '/accounts',
    open: choose('Actions: Initech', 'Limits'),
  },
  {
    source: 'features/developers/api-keys/create-key.tsx: FormDialog',
    path: at('developers/api-keys'),
    open: press('Create API key'),
  },
  {
    source: 'features/developers/shown-once.tsx: Dialog',
    path: at('developers/api-keys'),
    open: async (page) => {
      await press('Create API key')(page);
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
      await page.keyboard.type('Nightly import');
      await page.getByRole('dialog').getByRole('checkbox').first().press('Space');
      await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).press('Enter');
      await page.getByRole('dialog', { name: 'Copy the key now' }).waitFor();
    },
  },
  {
    source: 'features/developers/api-keys/rotate-key.tsx: FormDialog',
    path: at('developers/api-keys'),
    open: choose(/^Actions: Nightly/, 'Rotate'),
  },
  {
    source: 'features/developers/api-keys/revoke-key.tsx: ConfirmChange',
    path: at('developers/api-keys'),
    open: choose(/^Actions: Nightly/, 'Revoke'),
  },
  {
    source: 'features/developers/sign-in/sign-in-rules-dialog.tsx: FormDialog',
    path: at('developers/sign-in'),
    open: press('Edit: Sign-in rules'),
  },
  {
    source: 'features/developers/webhooks/dialogs/endpoint-form.tsx: FormDialog',
    path: at('developers/webhooks'),
    open: press('Add endpoint'),
  },
  {
    source: 'features/developers/webhooks/endpoint-actions.tsx: ConfirmChange',
    path: at('developers/webhooks'),
    open: onEndpoint('Disable'),
  },
  {
    source: 'features/developers/webhooks/endpoint-actions.tsx: ConfirmChange',
    path: at('developers/webhooks'),
    open: onEndpoint('Remove'),
  },
  {
    source: 'features/developers/webhooks/dialogs/recover.tsx: FormDialog',
    path: at('developers/webhooks'),
    open: onEndpoint('Send what was missed'),
  },
  {
    source: 'features/developers/webhooks/dialogs/rotate-secret.tsx: FormDialog',
    path: at('developers/webhooks'),
    open: onEndpoint('Rotate the secret'),
  },
  {
    source: 'features/developers/log-streams/stream-form.tsx: FormDialog',
    path: at('developers/log-streams'),
    open: press('Add log stream'),
  },
  {
    source: 'features/developers/log-streams/stream-actions.tsx: FormDialog',
    path: at('developers/log-streams'),
    open: onStream('Replay'),
  },
  {
    source: 'features/developers/log-streams/stream-actions.tsx: FormDialog',
    path: at('developers/log-streams'),
    open: onStream('Replace the token'),
  },
  {
    source: 'features/developers/log-streams/stream-actions.tsx: ConfirmChange',
    path: at('developers/log-streams'),
    open: onStream('Remove'),
  },
  {
    source: 'features/groups/managers/managers.tsx: ConfirmChange',
    path: group('prod', '?tab=managers'),
    open: async (page, { accountId, groups, users }, api) => {
      const path = { accountId, serviceGroupId: groups.get('prod') ?? '', userId: users.get('Peter') ?? '' };
      await api.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/managers/{userId}', { path });
      await page.reload();
      await press('Remove Peter from the managers of prod')(page);
    },
  },
  {
    source: 'features/groups/picker/people-picker.tsx: Dialog',
    path: group('dev'),
    open: press('Add people'),
  },
  {
    source: 'features/groups/terms/change-end.tsx: FormDialog',
    path: group('prod'),
    open: press('Change the end of Peter’s access'),
  },
  {
    source: 'features/groups/detail/group-settings.tsx: ConfirmChange',
    path: group('dev', '?tab=settings'),
    open: press('Remove service group'),
  },
  {
    source: 'features/groups/detail/group-settings.tsx: Rename',
    path: group('dev', '?tab=settings'),
    open: (page, { accountId, groups }, api) =>
      saveTooLate(page, 'Name', () =>
        api.patch(GROUP, {
          path: { accountId, serviceGroupId: groups.get('dev') ?? '' },
          body: { name: 'theirs' },
          ifMatch: 1,
        }),
      ),
  },
  {
    source: 'features/groups/end-access.tsx: ConfirmChange',
    path: group('prod'),
    open: press('Remove Peter from prod'),
  },
  {
    source: 'features/groups/list/create-group.tsx: CreateNamed',
    path: at('groups'),
    open: press('Create service group'),
  },
  {
    source: 'features/groups/switcher/service-group-switcher.tsx: Popup',
    path: user('Milton'),
    open: press('Give access'),
  },
  {
    source: 'features/users/detail/give-access.tsx: FormDialog',
    path: user('Milton'),
    async open(page) {
      await press('Give access')(page);
      await page.getByRole('option', { name: /dev|theirs/ }).waitFor();
      await page.keyboard.press('Enter');
    },
  },
  {
    source: 'features/identities/link-identity.tsx: FormDialog',
    path: user('Milton', '?tab=details'),
    open: press('Link an identity'),
  },
  {
    source: 'features/identities/unlink-identity.tsx: ConfirmChange',
    path: user('Peter', '?tab=details'),
    open: async (page, { accountId, users }, api) => {
      await api.post(`${USER}/identities`, {
        path: { accountId, userId: users.get('Peter') ?? '' },
        body: { issuer: 'https://login.initech.example', subject: 'peter' },
      });
      await page.reload();
      await press('Unlink peter at https://login.initech.example')(page);
    },
  },
  {
    source: 'features/invitations/pages/invitations-page.tsx: ConfirmChange',
    path: at('invitations'),
    open: choose(/^Actions: /, 'Revoke'),
  },
  {
    source: 'features/invitations/invite/invite-people.tsx: Dialog',
    path: at('users'),
    open: press('Invite people'),
  },
  {
    source: 'features/search/palette.tsx: Modal',
    path: at('users'),
    open: async (page) => {
      await page.getByRole('searchbox').focus();
      await page.keyboard.press('Control+K');
    },
  },
  {
    source: 'features/search/shortcuts-help.tsx: Dialog',
    path: at('users'),
    open: async (page) => {
      await page.getByRole('link', { name: 'Users' }).focus();
      await page.keyboard.press('?');
    },
  },
  {
    source: 'features/see-as/see-as-dialog.tsx: Confirm',
    path: user('Milton'),
    open: choose('More actions', 'See as this user'),
  },
  {
    source: 'features/settings/settings-page.tsx: ConfirmChange',
    path: at('settings'),
    open: press('Close account'),
  },
  {
    source: 'features/settings/access-roles/access-roles-page.tsx: ConfirmChange',
    path: at('settings'),
    open: onRoles('Remove Reader'),
  },
  {
    source: 'features/settings/access-roles/role-dialog.tsx: FormDialog',
    path: at('settings'),
    open: onRoles('Create access role'),
  },
  {
    source: 'features/settings/access-roles/role-dialog.tsx: Conflict',
    path: at('settings'),
    open: onRoles('Edit Reader', (page, place, api) =>
      saveTooLate(page, 'Name', () => putRole(api, place, 'logs.tail')),
    ),
  },
  {
    source: 'features/settings/general-settings.tsx: Conflict',
    path: at('settings'),
    open: (page, { accountId }, api) =>
      saveTooLate(page, 'Account name', () =>
        api.patch('/v1/accounts/{accountId}', {
          path: { accountId },
          body: { name: 'Initrode' },
          ifMatch: 1,
        }),
      ),
  },
  {
    source: 'features/users/actions/user-dialog.tsx: ConfirmChange',
    path: user('Milton'),
    open: press('Change role'),
  },
  {
    source: 'features/users/actions/user-dialog.tsx: ConfirmChange',
    path: user('Milton'),
    open: choose('More actions', 'Remove from the account'),
  },
  {
    source: 'features/users/actions/user-dialog.tsx: ConfirmChange',
    path: user('Peter'),
    open: async (page) => {
      await choose('More actions', 'Remove from the account')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Remove from the account' }).press('Enter');
      await page.getByRole('dialog', { name: /^Also erase/ }).waitFor();
    },
  },
  {
    // Removed by the one before.
    source: 'features/users/pages/removed-user-page.tsx: ConfirmChange',
    path: user('Peter'),
    open: press('Erase'),
  },
  {
    source: 'features/users/actions/user-dialog.tsx: ConfirmChange',
    path: user('Milton'),
    open: choose('More actions', 'Suspend'),
  },
  {
    source: 'features/users/bulk/bulk-dialog.tsx: Dialog',
    path: at('users'),
    open: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .press('Space');
      await page.getByRole('button', { name: 'Give access' }).press('Enter');
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    },
  },
  {
    source: 'features/users/views/view-dialog.tsx: FormDialog',
    path: at('users?role=member'),
    open: choose('Views', 'Save this view …'),
  },
  {
    source: 'features/users/detail/edit-profile.tsx: FormDialog',
    path: user('Milton', '?tab=details'),
    open: press('Edit'),
  },
  {
    source: 'features/users/detail/edit-profile.tsx: Conflict',
    path: user('Milton', '?tab=details'),
    open: async (page, { accountId, users }, api) => {
      await press('Edit')(page);
      await saveTooLate(page, 'Name', () =>
        api.patch(USER, {
          path: { accountId, userId: users.get('Milton') ?? '' },
          body: { name: 'Theirs' },
          ifMatch: 1,
        }),
      );
    },
  },
  {
    source: 'features/users/actions/user-dialog.tsx: ConfirmChange',
    path: user('Milton'),
    open: async (page, { accountId, users }, api) => {
      await api.post(`${USER}/suspend`, { path: { accountId, userId: users.get('Milton') ?? '' } });
      await page.reload();
      await press('Reactivate')(page);
    },
  },
  {
    source: 'session/sign-in-dialog.tsx: Dialog',
    stays: true,
    path: at('users'),
    open: async (page) => {
      await page.context().clearCookies();
      await page.getByRole('link', { name: 'Activity' }).press('Enter');
    },
  },
];

/** The draft is kept for the tab: the first of them makes it. */
function draftAnd(button: string) {
  return async (page: Page) => {
    const grid = page.getByRole('grid');
    await grid.waitFor();
    if ((await page.getByRole('button', { name: button }).count()) === 0) await grid.press('Space');
    await press(button)(page);
  };
}
