import type { BrowserContext, Page } from '@playwright/test';
import { describeInBrowser } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { violationsIn } from '../support/browser/axe.js';

// The page of somebody whose session ends stays as it is, with all that was typed there.

let dashboard: DashboardUnderTest;

/** What the browser itself says of each request that was refused or not sent. */
const FAILED_REQUEST = /Failed to load resource/;

/** By the keyboard: the button that signs in has the focus. */
async function signInAgain(page: Page, context: BrowserContext): Promise<void> {
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await ended.waitFor();
  expect(await page.evaluate('document.activeElement.innerText')).toBe('Sign in again');
  expect(await violationsIn(page)).toEqual([]);
  const [popup] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
  await popup.getByRole('button', { name: /^Operator/ }).press('Enter');
  await ended.waitFor({ state: 'detached' });
  await page.getByText('You are signed in again').waitFor();
}

/** An invitation that is typed, and not sent yet. */
async function typeAnInvitation(email: string) {
  const { accountId } = await dashboard.place(['Milton'], ['prod']);
  const viewer = await dashboard.enter(`/a/${accountId}/users`);
  const { page } = viewer;
  await page.getByRole('row', { name: /Milton/ }).waitFor();
  await page.getByRole('button', { name: 'Invite people' }).first().press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type(email);
  return { accountId, viewer, send: page.getByRole('button', { name: 'Send 1 invitation' }) };
}

const invited = async (accountId: string) => {
  const path = { accountId };
  const { data } = await dashboard.api.get('/v1/accounts/{accountId}/invitations', { path });
  return data.map(({ email }) => email);
};

describeInBrowser('a session that has ended', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('of somebody who comes back to the tab: the page and what was typed are there after signing in again', async () => {
    const { accountId, viewer, send } = await typeAnInvitation('gavin@hooli.example');
    const { page, context } = viewer;
    await context.clearCookies();
    // By then, what was read of the session is read again.
    await page.clock.setFixedTime(Date.now() + 120_000);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await signInAgain(page, context);
    expect(await page.getByLabel('Email addresses').inputValue()).toBe('gavin@hooli.example');
    await send.press('Enter');
    await page.getByText('1 invitation was sent.').waitFor();
    expect(await invited(accountId)).toEqual(['gavin@hooli.example']);
    // Its clock cannot be set right again: no other test gets this window.
    await leave({ ...viewer, close: () => context.close() }, FAILED_REQUEST);
  });

  test('while the connection was away: the same', async () => {
    const { accountId, viewer, send } = await typeAnInvitation('dinesh@piedpiper.example');
    const { page, context } = viewer;
    await context.setOffline(true);
    await send.press('Enter');
    await page
      .getByText(/You are offline/)
      .first()
      .waitFor({ state: 'attached' });
    await context.clearCookies();
    await context.setOffline(false);
    await signInAgain(page, context);
    expect(await page.getByLabel('Email addresses').inputValue()).toBe('dinesh@piedpiper.example');
    await send.press('Enter');
    await page.getByText('1 invitation was sent.').waitFor();
    expect(await invited(accountId)).toEqual(['dinesh@piedpiper.example']);
    await leave(viewer, FAILED_REQUEST);
  });

  test('what is sent after it waits for the sign-in, and is carried out once', async () => {
    const { accountId, viewer, send } = await typeAnInvitation('richard@piedpiper.example');
    const { page, context } = viewer;
    await context.clearCookies();
    await send.press('Enter');
    await signInAgain(page, context);
    await page.getByText('1 invitation was sent.').waitFor();
    expect(await invited(accountId)).toEqual(['richard@piedpiper.example']);
    expect(await page.getByText('bearer token').count()).toBe(0);
    await leave(viewer, FAILED_REQUEST);
  });
});
