import { readFile } from 'node:fs/promises';
import { openCheckpoint, parsePolicy, verifyBundle } from '@rollbook/verify';
import type { Page } from '@playwright/test';
import { violationsIn } from '../support/browser/axe.js';
import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { tabTo } from '../support/browser/tab-to.js';
import { eventually } from '../support/eventually.js';

let dashboard: DashboardUnderTest;

/** By the keyboard. */
async function press(page: Page, name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
  await tabTo(page, page.getByRole(role, { name }));
  await page.keyboard.press('Enter');
}

async function save(page: Page, name: RegExp): Promise<{ file: string; text: string }> {
  const saved = page.waitForEvent('download');
  await press(page, name, 'link');
  const download = await saved;
  return { file: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

describeInBrowser('the signed log', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('a checkpoint to keep and the proof of an event are saved by the keyboard, and hold without the server', async () => {
    const accountId = (await dashboard.api.get('/v1/accounts')).data[0]?.id ?? '';
    const path = { accountId };
    await eventually('there is a checkpoint', async () =>
      dashboard.api.download('/v1/accounts/{accountId}/log/checkpoint', { path }).then(
        () => true,
        () => false,
      ),
    );
    const { key } = await dashboard.api.get('/v1/accounts/{accountId}/log', { path });
    const policy = await parsePolicy(`log ${key}\nquorum none\n`);
    const viewer = await dashboard.enter(`/a/${accountId}/settings`);
    const { page } = viewer;
    await press(page, 'Show the newest checkpoint');
    const shown = await page.getByRole('region', { name: 'Newest checkpoint' }).textContent();
    const checkpoint = await save(page, /^Download checkpoint-.*\.txt$/);
    expect(checkpoint.text).toBe(shown);
    expect((await openCheckpoint(checkpoint.text, policy, accountId)).size).toBeGreaterThan(0);
    expect(await violationsIn(page)).toEqual([]);
    await keepScreenshot(page, 'signed-log');

    await page.goto(`/a/${accountId}/activity?type=account.created`);
    await press(page, /^Details: /);
    await press(page, 'Get the proof');
    const proof = await save(page, /^Download proof-.*\.json$/);
    await page.getByText(`npx @rollbook/verify ${proof.file} --policy policy.txt`).waitFor();
    expect(await verifyBundle(JSON.parse(proof.text), policy)).toMatchObject({
      accountId,
      event: { type: 'account.created' },
    });
    expect(await violationsIn(page)).toEqual([]);
    await keepScreenshot(page, 'proof-of-event');
    await leave(viewer);
  });
});
