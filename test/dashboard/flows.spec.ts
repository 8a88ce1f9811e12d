import type { RollbookClient } from '#libs/client';
import { describeInBrowser, keepPicture, keepScreenshot, type Viewer } from '../support/browser/chromium.js';
import { cell, leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { eventually } from '../support/eventually.js';

const USERS = '/v1/accounts/{accountId}/users';
const MEMBERS = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members';

let dashboard: DashboardUnderTest;
let api: RollbookClient;

const place: DashboardUnderTest['place'] = (...names) => dashboard.place(...names);
const membersOf: DashboardUnderTest['membersOf'] = (...of) => dashboard.membersOf(...of);
const operator = (path: string): Promise<Viewer> => dashboard.enter(path);

describeInBrowser('the dashboard, as people use it', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    api = dashboard.api;
  });
  afterAll(() => dashboard.stop());

  test('from the first visit to the first member in at most twelve clicks', async () => {
    const viewer = await dashboard.window();
    const { page } = viewer;
    let clicks = 0;
    const click = async (role: 'button' | 'link', name: string | RegExp) => {
      clicks += 1;
      await page.getByRole(role, { name }).click();
    };
    await page.goto('/');
    await click('link', 'Sign in');
    await click('button', /^Operator/);
    await click('button', 'Create account');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Hooli');
    await page.keyboard.press('Enter');
    // The first steps open what they name, and are ticked off where they are.
    await click('button', /Create service group/);
    await page.getByRole('dialog', { name: 'Create service group' }).waitFor();
    await page.keyboard.type('prod');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Done.*Create service group/ }).waitFor();
    await click('button', /Invite people/);
    await page.getByRole('dialog', { name: 'Invite people' }).waitFor();
    await page.keyboard.type('Gavin Belson <gavin@hooli.example>');
    await page.getByRole('checkbox', { name: 'prod' }).check();
    clicks += 1;
    await click('button', 'Send 1 invitation');
    await page.getByText('1 invitation was sent.').waitFor();
    await page
      .getByRole('button', { name: /Done.*Invite people/ })
      .or(page.getByText('Latest activity'))
      .first()
      .waitFor();
    expect(clicks).toBeLessThanOrEqual(12);
    const { data } = await api.get('/v1/accounts', { query: { limit: 100 } });
    const accountId = data.find(({ name }) => name === 'Hooli')?.id ?? '';
    const groups = await api.get('/v1/accounts/{accountId}/service-groups', { path: { accountId } });
    const path = { accountId, serviceGroupId: groups.data[0]?.id ?? '' };
    expect((await api.get(MEMBERS, { path })).data.map(({ user }) => user.name)).toEqual(['Gavin Belson']);
    await leave(viewer);
  });

  test('access is drafted, reviewed and applied by the keyboard alone', async () => {
    const there = await place(['Bill', 'Milton', 'Peter'], ['dev', 'prod']);
    const viewer = await operator(`/a/${there.accountId}/access`);
    const { page } = viewer;
    const grid = page.getByRole('grid', { name: 'Access' });
    await grid.waitFor();
    await grid.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await page.getByText('4 additions for 3 people').waitFor();
    expect(await membersOf(there, 'dev')).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Review the changes' });
    await dialog.getByText('Bill, Milton, and Peter will be let in.').waitFor();
    await dialog.getByRole('button', { name: 'Apply 4 changes' }).waitFor();
    await page.keyboard.press('Tab');
    for (let step = 0; step < 8; step += 1) {
      const focused = await page.evaluate('document.activeElement?.textContent');
      if (focused === 'Apply 4 changes') break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByText('4 changes were applied.').waitFor();
    expect(await membersOf(there, 'dev')).toEqual(['Bill', 'Milton', 'Peter']);
    expect(await membersOf(there, 'prod')).toHaveLength(1);
    await leave(viewer);
  });

  test('the pictures of the documentation show a draft', async () => {
    const people = [
      'Ada Lovelace',
      'Alan Turing',
      'Barbara Liskov',
      'Edsger Dijkstra',
      'Grace Hopper',
      'Katherine Johnson',
    ];
    const groups = ['analytics', 'billing', 'dev', 'prod', 'staging'];
    const there = await place(people, groups);
    const add = (person: string, group: string) => ({
      userId: there.users.get(person) ?? '',
      serviceGroupId: there.groups.get(group) ?? '',
      action: 'add' as const,
    });
    const changes = people.flatMap((person, row) =>
      groups.filter((_, column) => (row * 3 + column * 5) % 7 < 3).map((group) => add(person, group)),
    );
    await api.post('/v1/accounts/{accountId}/memberships/batch', {
      path: { accountId: there.accountId },
      body: { changes },
    });
    const viewer = await operator(`/a/${there.accountId}/access`);
    const { page } = viewer;
    for (const [person, group] of [
      ['Alan Turing', 'prod'],
      ['Grace Hopper', 'prod'],
      ['Katherine Johnson', 'prod'],
      ['Barbara Liskov', 'billing'],
    ] as const)
      await cell(viewer, person, group).click();
    await page.getByText(/for 4 people/).waitFor();
    await page.mouse.move(0, 0);
    await page.setViewportSize({ width: 1120, height: 660 });
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await keepPicture(page, theme === 'dark' ? 'access-dark' : 'access');
    }
    await leave(viewer);
  });

  test('what is refused stays in the draft with its reason, and the rest is applied', async () => {
    const there = await place(['Milton', 'Peter'], ['prod']);
    const { accountId, users } = there;
    const viewer = await operator(`/a/${accountId}/access`);
    const { page } = viewer;
    await cell(viewer, 'Milton', 'prod').click();
    await cell(viewer, 'Peter', 'prod').click();
    // Somebody else is faster.
    await api.delete(`${USERS}/{userId}`, { path: { accountId, userId: users.get('Milton') ?? '' } });
    await page.getByRole('button', { name: 'Review' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review the changes' });
    await dialog.getByText('1 change will be refused').waitFor();
    await dialog.getByRole('button', { name: 'Apply 1 change' }).click();
    await page.getByText('You gave 1 person access to prod.').waitFor();
    await page.getByText('1 change was refused and stays in your draft').waitFor();
    expect(await membersOf(there, 'prod')).toEqual(['Peter']);
    await leave(viewer);
  });

  test('of two admins who draft the same, the second sees what the first has done', async () => {
    const there = await place(['Milton', 'Peter'], ['dev', 'prod']);
    const path = `/a/${there.accountId}/access`;
    const [first, second] = [await operator(path), await operator(path)];
    await cell(second, 'Milton', 'dev').click();
    await cell(second, 'Milton', 'prod').click();
    await cell(first, 'Milton', 'dev').click();
    await first.page.getByRole('button', { name: 'Review' }).click();
    await first.page.getByRole('button', { name: 'Apply 1 change' }).click();
    await first.page.getByText('You gave 1 person access to dev.').waitFor();
    // Back in their window, the second reads again: what is done leaves the draft, what is not is marked.
    await second.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await second.page.getByText('1 person was changed by somebody else in the meantime').waitFor();
    await second.page.getByText('1 addition for 1 person').waitFor();
    await second.page.getByRole('button', { name: 'Review' }).click();
    await second.page.getByRole('button', { name: 'Apply 1 change' }).click();
    await second.page.getByText('You gave 1 person access to prod.').waitFor();
    expect([await membersOf(there, 'dev'), await membersOf(there, 'prod')]).toEqual([['Milton'], ['Milton']]);
    await Promise.all([leave(first), leave(second)]);
  });

  test('when the session ends in the middle of a draft, nothing is lost', async () => {
    const there = await place(['Peter'], ['prod']);
    const viewer = await operator(`/a/${there.accountId}/access`);
    const { page, context } = viewer;
    await cell(viewer, 'Peter', 'prod').click();
    await context.clearCookies();
    await page.getByRole('button', { name: 'Review' }).click();
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.waitFor();
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      ended.getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    await popup.getByRole('button', { name: /^Operator/ }).click();
    await ended.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Apply 1 change' }).click();
    await page.getByText('You gave 1 person access to prod.').waitFor();
    expect(await membersOf(there, 'prod')).toEqual(['Peter']);
    await leave(viewer);
  });

  test('an import says which rows it refuses before it does the others', async () => {
    const there = await place([], []);
    const viewer = await operator(`/a/${there.accountId}/import`);
    const { page } = viewer;
    const rows = Array.from({ length: 20 }, (_, index) =>
      index % 10 === 0 ? `Person ${index};not an address` : `"Person; ${index}"; p${index}@initech.example`,
    );
    const again = async () => {
      await page.getByRole('heading', { name: 'What this would do' }).waitFor();
      await page.goto(`/a/${there.accountId}/import`);
    };
    const choose = (text: string | Buffer) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose(Buffer.from('Full name;E-mail address\nJ\xfcrgen;j@initech.example\n', 'latin1'));
    await page.getByText(/not valid UTF-8 in line 2/).waitFor();
    await choose('Full name,E-mail address\nPeter,p@initech.example\nMilton,"m@initech.example\n');
    await page.getByText(/^Line 3, column 8: /).waitFor();
    // The beginning of a file says little about its end.
    const long = Array.from({ length: 20_000 }, (_, n) => `Peter,p${n}@initech.example`);
    await choose(['Full name,E-mail address', ...long, 'Milton,"m@initech.example'].join('\n'));
    await page.getByText('people.csv · more than 100 rows').waitFor();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(/^Line 20002, column 8: /).waitFor();
    await again();
    const refused = expect.stringMatching(/status of 400/);
    expect(viewer.complaints.splice(0)).toEqual([refused, refused, refused]);
    await choose(`sep=;\r\nFull name;E-mail address\r\n\r\n${rows.join('\r\n')}\r\n`);
    await page.getByRole('combobox', { name: 'Full name' }).waitFor();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('heading', { name: 'Refused rows' }).waitFor();
    await page.getByText('Line 4', { exact: true }).waitFor();
    await page.getByText('Line 14', { exact: true }).waitFor();
    // As if people had to prove again who they are: what the check found stays.
    const problem = {
      code: 'recent_sign_in_needed',
      status: 401,
      title: 'Sign in again',
      detail: 'Sign in again.',
    };
    const imports = /\/import\/users\?(?!.*dryRun)/;
    await page.route(imports, (route) =>
      route.fulfill({ status: 401, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
    );
    await page.getByRole('button', { name: 'Import 18 rows' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).waitFor();
    await page.keyboard.press('Escape');
    await page.unroute(imports);
    await page.getByRole('heading', { name: 'What this would do' }).waitFor();
    await page.getByRole('button', { name: 'Import 18 rows' }).click();
    await page.getByRole('heading', { name: 'What was done' }).waitFor();
    await page.getByRole('heading', { name: 'Refused rows' }).waitFor();
    await eventually('18 people were imported', async () => {
      const { data } = await api.get(USERS, { path: { accountId: there.accountId }, query: { limit: 100 } });
      return data.length === 18 && data.some(({ name }) => name === 'Person; 1');
    });
    await page.goto(`/a/${there.accountId}/jobs`);
    await page
      .getByRole('listitem')
      .getByText(/^Started .* by Operator \(local-operator\)$/)
      .waitFor();
    // What has changed nothing is folded.
    const check = page.getByRole('listitem').filter({ hasText: 'Check of an import' });
    expect(await check.first().isVisible()).toBe(false);
    await page.getByText(/^\d checks? of (an import|imports)$/).press('Enter');
    await check.getByText('2 would be refused').first().waitFor();
    await page.goto(`/a/${there.accountId}/export`);
    await page.getByRole('checkbox', { name: /CSV for a spreadsheet/ }).check();
    const csv = page.getByRole('link', { name: 'Users, CSV' });
    expect(await csv.getAttribute('href')).toMatch(/format=csv&bom=true$/);
    await leave(viewer);
  });

  test('somebody is suspended, removed and erased, and the page says what each ends', async () => {
    const there = await place(['Milton'], ['prod']);
    const { accountId, users, groups } = there;
    const path = { accountId, serviceGroupId: groups.get('prod') ?? '', userId: users.get('Milton') ?? '' };
    await api.put(`${MEMBERS}/{userId}`, { path });
    const viewer = await operator(`/a/${accountId}/users/${path.userId}`);
    const { page } = viewer;
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Suspend');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Milton is suspended.' });
    await viewer.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await toast.getByRole('button', { name: 'Copy as' }).click();
    // Watched for from before, as it is shown for a second and a half.
    await Promise.all([
      toast.getByRole('button', { name: 'Copied' }).waitFor(),
      page.getByRole('menuitem', { name: 'rollbook command' }).click(),
    ]);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `rollbook users suspend ${path.userId} --account ${accountId}\n`,
    );
    await choose('Remove from the account');
    await page.getByText('This ends their access to prod.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from the account' }).click();
    await page.getByRole('dialog', { name: /^Also erase/ }).waitFor();
    await page.keyboard.type('u0@initech.example');
    await page.getByRole('button', { name: 'Erase' }).click();
    await page.getByText('The personal data was erased.').waitFor();
    await page.getByText('Nobody here yet').waitFor();
    // The page below the dialog looks whether they are still there.
    await leave(viewer, /\/users\b.* 404 /);
  });

  test('people who were removed are found by a filter and by name, have a page with their history, and are erased from there', async () => {
    const { accountId, users } = await place(['Milton Waddams', 'Peter Gibbons', 'Bill'], []);
    for (const name of ['Milton Waddams', 'Peter Gibbons'])
      await api.delete(`${USERS}/{userId}`, {
        path: { accountId, userId: users.get(name) ?? '' },
      });
    const viewer = await operator(`/a/${accountId}/users`);
    const { page } = viewer;
    await page.getByRole('link', { name: /Bill/ }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Removed');
    await page.getByRole('link', { name: /Peter Gibbons/ }).waitFor();
    expect(await page.getByRole('link', { name: /Bill/ }).count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search by name or email' }).pressSequentially('wadd');
    await page.getByRole('link', { name: /Peter Gibbons/ }).waitFor({ state: 'detached' });
    await keepScreenshot(page, 'removed-people');
    await page.getByRole('link', { name: /Milton Waddams/ }).click();
    await page.getByRole('heading', { name: /Milton Waddams/, level: 1 }).waitFor();
    await page.getByText('They were removed from the account').waitFor();
    await page.locator('p', { hasText: 'removed Milton Waddams' }).waitFor();
    await keepScreenshot(page, 'removed-person');
    await page.getByRole('button', { name: 'Erase' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase the personal data of Milton Waddams?' });
    await dialog.getByRole('textbox').pressSequentially('u0@initech.example');
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await page.getByText('The personal data was erased.').waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Removed');
    await page.getByRole('link', { name: /Peter Gibbons/ }).waitFor();
    expect(await page.getByText('Milton').count()).toBe(0);
    await leave(viewer, /status of 404/);
  });

  test('an admin sees where somebody is signed in, and ends that', async () => {
    const accountId = (await api.get('/v1/accounts')).data[0]?.id ?? '';
    const { data } = await api.get(USERS, { path: { accountId }, query: { q: 'alan' } });
    const other = await dashboard.enter('/', /^Alan Turing.* of Acme/);
    const path = `/a/${accountId}/users/${data[0]?.id}?tab=details`;
    const viewer = await dashboard.enter(path, /^Ada Lovelace.* of Acme/);
    const { page } = viewer;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Not signed in anywhere.').waitFor();
    other.complaints.length = 0;
    await other.page.reload();
    await other.page.getByRole('link', { name: 'Sign in' }).waitFor();
    await leave(viewer);
    await other.close();
  });

  test('a dialog begins in its first field, and is sent by Enter', async () => {
    const viewer = await operator('/accounts');
    const { page } = viewer;
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Chotchkie’s');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Chotchkie’s', level: 1 }).waitFor();
    // In a text of several lines, Enter begins the next one.
    await page.getByRole('button', { name: /Invite people/ }).press('Enter');
    await page.getByRole('dialog', { name: 'Invite people' }).waitFor();
    await page.keyboard.type('joanna@chotchkies.example');
    await page.keyboard.press('Enter');
    await page.keyboard.type('stan@chotchkies.example');
    await page.keyboard.press('Control+Enter');
    await page.getByText('2 invitations were sent.').waitFor();
    await leave(viewer);
  });

  test('an account is created with its first owner, and what of that failed is named and done again', async () => {
    const viewer = await operator('/accounts');
    const { page } = viewer;
    const create = async (name: string) => {
      await page.goto('/accounts');
      await page.getByRole('button', { name: 'Create account' }).first().press('Enter');
      await page.getByRole('dialog', { name: 'Create an account' }).waitFor();
      await page.keyboard.type(name);
      await page.keyboard.press('Tab');
    };
    const ownersOf = async (name: string) => {
      const { data } = await api.get('/v1/accounts', { query: { q: name, limit: 10 } });
      const path = { accountId: data.find((each) => each.name === name)?.id ?? '' };
      return (await api.get('/v1/accounts/{accountId}/invitations', { path })).data.map(
        ({ email, role }) => `${role} ${email}`,
      );
    };
    await create('Pied Piper');
    await page.keyboard.type('Richard');
    await page.getByText('Enter one email address.').waitFor();
    await page.keyboard.type(' <richard@piper.example>');
    await page.keyboard.press('Enter');
    await page.getByText('Pied Piper was created, and richard@piper.example invited as its owner.').waitFor();
    await page.getByRole('heading', { name: 'Pied Piper', level: 1 }).waitFor();
    expect(await ownersOf('Pied Piper')).toEqual(['owner richard@piper.example']);
    await create('Aviato');
    await page.keyboard.type('erlich@aviato.example');
    await page.route('**/invitations/batch*', (route) => route.abort());
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Invite the first owner of Aviato' });
    await dialog.getByText('Aviato was created, but nobody was invited').waitFor();
    expect(await ownersOf('Aviato')).toEqual([]);
    await page.unroute('**/invitations/batch*');
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByRole('heading', { name: 'Aviato', level: 1 }).waitFor();
    expect(await ownersOf('Aviato')).toEqual(['owner erlich@aviato.example']);
    const { data } = await api.get('/v1/accounts', { query: { q: 'Aviato', limit: 10 } });
    expect(data).toHaveLength(1);
    await leave(viewer, /ERR_FAILED|Failed to load/);
  });

  test('the palette finds a page by its name, and Esc gives the focus back', async () => {
    const there = await place(['Milton'], ['prod']);
    const viewer = await operator(`/a/${there.accountId}`);
    const { page } = viewer;
    await page.getByRole('heading', { name: 'Initech', level: 1 }).waitFor();
    await page.keyboard.press('Control+K');
    await page.keyboard.type('invit');
    await page.getByRole('option', { name: 'Invitations' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Invitations', level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'Service groups', level: 1 }).waitFor();
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe(
      'Search service groups',
    );
    await leave(viewer);
  });
});
