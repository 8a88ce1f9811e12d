import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { eventually } from '../support/eventually.js';
import { startWebhookReceiver, statuses, type WebhookReceiver } from '../support/streams/webhook-receiver.js';

let dashboard: DashboardUnderTest;
let receiver: WebhookReceiver;

describeInBrowser('log streams', () => {
  beforeAll(async () => {
    [dashboard, receiver] = await Promise.all([startDashboard(), startWebhookReceiver()]);
  });
  afterAll(async () => {
    await dashboard.stop();
    await receiver.stop();
  });

  const sent = () => receiver.received.map(({ body }) => body).join('');

  test('a stream is added by the keyboard alone, shows how far it is and what is refused, is replayed and removed', async () => {
    const { accountId, users } = await dashboard.place(['Milton Waddams', 'Samir'], []);
    const suspend = (name: string) =>
      dashboard.api.post('/v1/accounts/{accountId}/users/{userId}/suspend', {
        path: { accountId, userId: users.get(name) ?? '' },
      });
    receiver.answer = statuses(200);
    const viewer = await dashboard.enter(`/a/${accountId}/developers/log-streams`, undefined, { width: 320 });
    const { page } = viewer;
    await page.getByText('No log streams yet').waitFor();
    await page.getByRole('button', { name: 'Add log stream' }).first().press('Enter');
    const add = page.getByRole('dialog', { name: 'Add log stream' });
    await add.getByLabel('URL').waitFor();
    await page.keyboard.type(receiver.url);
    const send = add.getByRole('button', { name: 'Add log stream' });
    expect(await send.getAttribute('title')).toBe('Enter the token first');
    await add.getByLabel('Token').focus();
    await page.keyboard.type('sesame');
    await keepScreenshot(page, 'log-streams-add-320');
    await send.press('Enter');
    await page.getByRole('heading', { name: receiver.url }).waitFor();
    await suspend('Milton Waddams');
    await eventually('it was sent, by its id alone', () => sent().includes('"type":"user.suspended"'));
    expect(receiver.received[0]!.headers.authorization).toBe('Bearer sesame');
    expect(sent()).not.toMatch(/milton/i);
    const about = (of: string) => page.locator('dl > div', { hasText: of });
    await about('Behind since').getByText('Up to date').waitFor();
    await keepScreenshot(page, 'log-stream-320');

    receiver.answer = (_, response) => void response.writeHead(500).end('disk full');
    await suspend('Samir');
    await page.getByText('disk full').waitFor();
    await page.getByText('nothing is skipped').waitFor();
    await keepScreenshot(page, 'log-stream-failing-320');
    const choose = async (item: string, dialog: string) => {
      await page.getByRole('button', { name: 'More actions' }).press('Enter');
      await page.getByRole('menuitem', { name: item }).press('Enter');
      return page.getByRole('dialog', { name: dialog });
    };
    receiver.answer = statuses(200);
    receiver.received.length = 0;
    const replay = await choose('Replay', 'Replay events?');
    await replay.locator('button:enabled', { hasText: 'Replay' }).press('Enter');
    await page.getByText('The events are being sent.').waitFor();
    await eventually('all was sent again', () => sent().includes('"type":"account.created"'));
    const remove = await choose('Remove', 'Remove the log stream?');
    await remove.locator('button:enabled', { hasText: 'Remove' }).press('Enter');
    await page.getByText('No log streams yet').waitFor();
    await leave(viewer);
  });
});
