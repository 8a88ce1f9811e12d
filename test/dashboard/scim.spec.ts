import type { Locator, Page, Response } from '@playwright/test';
import { violationsIn } from '../support/browser/axe.js';
import { describeInBrowser, keepScreenshot, setLook } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';

const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
/** It is recorded within a second and read every three: seen within five seconds, or a few more beside busy programs. */
const SOON_MS = 20_000;
const MAX_READS = 3;

let dashboard: DashboardUnderTest;

/** As an identity provider: with the address and the key that the page has shown. */
function providerWith(baseUrl: string, key: string) {
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' },
      ...(body && { body: JSON.stringify({ schemas: [USER_SCHEMA], ...body }) }),
    });
    return { status: answer.status, body: (await answer.json()) as { id: string } };
  };
}

/** Waits for what follows a request, and expects that the page has read it by then without having asked for long. */
async function soon(page: Page, what: string, shown: Locator): Promise<void> {
  let reads = 0;
  const count = (response: Response) => {
    if (/\/v1\/accounts\/\w+\/scim$/.test(response.url())) reads += 1;
  };
  page.on('response', count);
  await shown.waitFor({ timeout: SOON_MS });
  page.off('response', count);
  expect({ what, reads, ok: reads <= MAX_READS }).toEqual({ what, reads, ok: true });
}

const shownIn = async (page: Page, name: string) =>
  (await page.getByRole('region', { name }).innerText()).trim();

/** Of the page with a key and a refused request, in both themes and both widths. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of ['light', 'dark'] as const)
    for (const width of [1280, 320]) {
      await setLook(page, { theme, width });
      // A theme that changes under the eyes fades from one to the other.
      await page.reload();
      await page.getByRole('list', { name: 'Refused requests' }).waitFor();
      const tooWide = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) > 0;
      faults.push(
        ...(await violationsIn(page)).map(
          ({ id, nodes }) => `${theme} ${width}: ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
        ),
      );
      if (tooWide) faults.push(`${theme} ${width}: wider than the window`);
      await keepScreenshot(page, `scim-${theme}-${width}`);
    }
  await setLook(page);
  return faults;
}

describeInBrowser('the page for SCIM', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('leads an identity provider from a key to its first requests by the keyboard alone, and shows what arrives and what is refused', async () => {
    const { accountId } = await dashboard.place([], []);
    const viewer = await dashboard.enter(`/a/${accountId}`);
    const { page, context } = viewer;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('Control+K');
    await page.keyboard.type('scim');
    await page.getByRole('option', { name: 'SCIM', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('No key for SCIM yet').waitFor();
    await keepScreenshot(page, 'scim-empty');
    const baseUrl = await shownIn(page, 'Base URL');
    expect(baseUrl).toBe(`${dashboard.rollbook.apiUrl}/scim/v2/${accountId}`);
    await page.getByRole('button', { name: 'Copy: Base URL' }).press('Enter');
    await page.getByRole('button', { name: 'Copied: Base URL' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(baseUrl);

    await page.getByRole('button', { name: 'Create a key' }).first().press('Enter');
    const create = page.getByRole('dialog', { name: 'Create API key' });
    await create.getByRole('checkbox', { name: /^Provision users/, checked: true }).waitFor();
    expect(await create.getByRole('checkbox', { checked: true }).count()).toBe(1);
    await page.keyboard.type('Okta');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Copy the key now' }).waitFor();
    const key = await shownIn(page, 'API key');
    await page.keyboard.press('Escape');
    const row = page.getByRole('list', { name: 'Keys' }).getByRole('listitem').first();
    await row.getByText('Okta').waitFor();
    await row.getByText('No request yet').waitFor();
    const refusals = page.getByRole('list', { name: 'Refused requests' });
    await page.getByText('Nothing was refused in the last seven days.').waitFor();

    const okta = providerWith(baseUrl, key);
    const { status, body } = await okta('POST', '/Users', { userName: 'milton@initech.example' });
    expect(status).toBe(201);
    await soon(page, 'what arrived', row.getByText(/^Last request just now/));
    await row.getByText('No request yet').waitFor({ state: 'detached' });
    const firstAt = await row.getByRole('time').first().getAttribute('datetime');

    expect((await okta('PUT', `/Users/${body.id}`, { userName: 'milton' })).status).toBe(400);
    const refused = refusals.getByRole('listitem').first();
    await soon(page, 'what was refused', refused.getByText('invalid_email'));
    await refused.getByText('Replacing a user · Okta').waitFor();
    await refused.getByText('userName must be an email address. Map it to one').waitFor();
    expect(await refused.getByRole('link', { name: 'a user' }).getAttribute('href')).toBe(
      `/a/${accountId}/users/${body.id}`,
    );
    await okta('PUT', `/Users/${body.id}`, { userName: 'milton' });
    await refused.getByText('2 times · just now').waitFor();
    expect(await refusals.getByRole('listitem').count()).toBe(1);
    // A later request of the same minute is seen too.
    await expect(
      (async () => {
        for (;;) {
          await okta('GET', '/Users?count=1');
          const at = await row.getByRole('time').first().getAttribute('datetime');
          if (at !== firstAt) return at! > firstAt!;
          await page.waitForTimeout(500);
        }
      })(),
    ).resolves.toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await leave(viewer);
  });

  test('has the steps of each provider, in the words of its console, at an address of their own', async () => {
    const { accountId } = await dashboard.place([], []);
    const viewer = await dashboard.enter(`/a/${accountId}/developers/scim`);
    const { page } = viewer;
    const fields = async () =>
      Object.fromEntries(
        await Promise.all(
          (await page.getByRole('tabpanel').locator('dl > div').all()).map(async (each) => [
            await each.locator('dt').innerText(),
            await each.locator('dd').innerText(),
          ]),
        ),
      ) as Record<string, string>;
    const baseUrl = await shownIn(page, 'Base URL');
    expect(await fields()).toMatchObject({
      'SCIM connector base URL': baseUrl,
      'Unique identifier field for users': 'userName',
      'Authentication Mode': 'HTTP Header',
    });
    await page.getByRole('tab', { name: 'Okta' }).press('ArrowRight');
    await page.getByRole('tab', { name: 'Microsoft Entra', selected: true }).waitFor();
    expect(await fields()).toMatchObject({
      'Tenant URL': baseUrl,
      'Secret token': expect.stringMatching(/key/),
    });
    expect(page.url()).toMatch(/\?provider=entra$/);
    await page.reload();
    await page.getByText('Overview → Start provisioning').waitFor();
    await keepScreenshot(page, 'scim-entra');
    expect(await page.getByRole('link', { name: /^Also let the people/ }).getAttribute('href')).toBe(
      `/a/${accountId}/developers/sign-in`,
    );
    await page.getByRole('link', { name: /^What SCIM can do here/ }).press('Enter');
    await page.getByText('/scim/v2/{accountId}/Users', { exact: true }).first().waitFor();
    await leave(viewer);
  });

  test('says when the set-up cannot be read, and reads it again', async () => {
    const { accountId } = await dashboard.place([], []);
    const viewer = await dashboard.enter(`/a/${accountId}`);
    const { page } = viewer;
    await page.route('**/v1/accounts/*/scim', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          status: 500,
          code: 'internal_error',
          title: 'Internal error',
          detail: 'It broke.',
        }),
      }),
    );
    await page.goto(`/a/${accountId}/developers/scim`);
    await page.getByRole('alert').getByText('It broke.').waitFor();
    expect(await page.getByText('No key for SCIM yet').count()).toBe(0);
    await keepScreenshot(page, 'scim-failed');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByText('No key for SCIM yet').waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await leave(viewer, /status of 500/);
  });
});
