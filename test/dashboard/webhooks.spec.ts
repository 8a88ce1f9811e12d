import { Webhook } from 'standardwebhooks';
import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { eventually } from '../support/eventually.js';
import { startWebhookReceiver, statuses, type WebhookReceiver } from '../support/streams/webhook-receiver.js';

const ENDPOINTS = '/v1/accounts/{accountId}/webhook-endpoints';

let dashboard: DashboardUnderTest;
let receiver: WebhookReceiver;

const suspend = async (accountId: string, userId: string) => {
  await dashboard.api.post('/v1/accounts/{accountId}/users/{userId}/suspend', {
    path: { accountId, userId },
  });
};

describeInBrowser('webhooks', () => {
  beforeAll(async () => {
    [dashboard, receiver] = await Promise.all([startDashboard(), startWebhookReceiver()]);
  });
  afterAll(async () => {
    await dashboard.stop();
    await receiver.stop();
  });

  test('an endpoint is added by the keyboard alone, fails, is found from the start page, and is sent again what it refused', async () => {
    const { accountId, users } = await dashboard.place(['Milton Waddams'], []);
    receiver.answer = statuses(503);
    const viewer = await dashboard.enter(`/a/${accountId}`);
    const { page } = viewer;
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.getByText('No webhook endpoints yet').waitFor();
    await page.getByRole('button', { name: 'Add endpoint' }).first().press('Enter');
    const add = page.getByRole('dialog', { name: 'Add endpoint' });
    await add.getByLabel('URL').waitFor();
    await page.keyboard.type(receiver.url);
    await add.getByRole('radio', { name: 'Only these' }).press('Space');
    const send = add.getByRole('button', { name: 'Add endpoint' });
    await add.getByRole('checkbox', { name: 'All user events', exact: true }).waitFor();
    expect(await send.getAttribute('title')).toBe('Tick at least one type of event');
    await add.getByRole('checkbox', { name: 'All user events', exact: true }).press('Space');
    await keepScreenshot(page, 'webhooks-add');
    await send.press('Enter');
    const issued = page.getByRole('dialog', { name: 'Copy the signing secret now' });
    const secret = (await issued.getByRole('region', { name: 'Signing secret' }).innerText()).trim();
    await issued.getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByRole('heading', { name: receiver.url }).waitFor();
    await page.getByText('No deliveries yet').waitFor();

    await suspend(accountId, users.get('Milton Waddams') ?? '');
    await eventually('it was refused', () => receiver.received.length > 0);
    await eventually('the endpoint is known to fail', async () => {
      const { data } = await dashboard.api.get(ENDPOINTS, { path: { accountId } });
      return data[0]?.failingSince != null;
    });
    await page.goto(`/a/${accountId}`);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Webhooks 1 failing' }).waitFor();
    await keepScreenshot(page, 'overview-with-a-failing-webhook');
    await page
      .getByRole('link', { name: `The webhook endpoint ${receiver.url} receives nothing` })
      .press('Enter');
    await page.getByText('What to do').waitFor();
    await keepScreenshot(page, 'webhook-failing');
    await page.getByRole('list', { name: 'Deliveries' }).getByRole('link').first().press('Enter');
    await page.getByRole('region', { name: 'Answer' }).getByText('status 503').first().waitFor();
    const body = await page.getByRole('region', { name: 'Body' }).innerText();
    const [refused] = receiver.received;
    expect(JSON.parse(body)).toEqual(JSON.parse(refused?.body ?? ''));
    expect(() => new Webhook(secret).verify(refused!.body, refused!.headers as never)).not.toThrow();
    await keepScreenshot(page, 'webhook-delivery');

    const held = new Promise<() => void>((resolve) => {
      receiver.answer = (...asked) => resolve(() => statuses(200)(...asked));
    });
    await page.getByRole('button', { name: 'Send again' }).press('Enter');
    await page.getByText('The event is being sent again.').waitFor();
    await page.getByText('Sending it again …').waitFor();
    (await held)();
    const title = page.getByRole('heading', { level: 1 });
    await title.getByText('Delivered').waitFor();
    await page.getByRole('region', { name: 'Answer' }).getByText('status 200').waitFor();
    await page.goto(`/a/${accountId}/developers/webhooks`);
    await page.getByRole('link', { name: receiver.url }).waitFor();
    await eventually('the badge is gone', async () => {
      await page.reload();
      await page.getByRole('link', { name: receiver.url }).waitFor();
      return (await navigation.getByRole('link', { name: 'Webhooks', exact: true }).count()) === 1;
    });
    await leave(viewer);
  });

  test('an endpoint is tested, disabled, enabled, sent what it missed, given a new secret, and removed', async () => {
    const { accountId, users } = await dashboard.place(['Samir', 'Michael'], []);
    const path = { accountId };
    receiver.answer = statuses(200);
    receiver.received.length = 0;
    const { id } = await dashboard.api.post(ENDPOINTS, {
      path,
      body: { url: receiver.url, description: 'Directory sync' },
    });
    const viewer = await dashboard.enter(`/a/${accountId}/developers/webhooks/${id}`, undefined, {
      width: 320,
    });
    const { page } = viewer;
    const choose = async (item: string, dialog: string) => {
      await page.getByRole('button', { name: 'More actions' }).press('Enter');
      await page.getByRole('menuitem', { name: item }).press('Enter');
      return page.getByRole('dialog', { name: dialog });
    };
    await page.getByRole('button', { name: 'Send a test event' }).press('Enter');
    await page.getByText('The newest event is being sent once more.').waitFor();
    await eventually('the test has arrived', () => receiver.received.length >= 1);
    await page.getByRole('list', { name: 'Deliveries' }).getByText('Delivered').first().waitFor();

    const disable = await choose('Disable', 'Disable the endpoint?');
    await disable.getByRole('button', { name: 'Disable' }).press('Enter');
    await page.getByText('It was disabled by somebody of this account.').waitFor();
    await keepScreenshot(page, 'webhook-disabled-320');
    receiver.received.length = 0;
    await suspend(accountId, users.get('Samir') ?? '');
    await page.getByRole('button', { name: 'Enable' }).press('Enter');
    await page.getByRole('button', { name: 'Send a test event' }).waitFor();

    const recover = await choose('Send what was missed', 'Send what was missed?');
    await recover.getByLabel('Since the beginning of').focus();
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10).split('-');
    // As the browser's date field is typed in: month, day, year.
    await page.keyboard.type(`${day[1]}${day[2]}${day[0]}`);
    await recover.locator('button:enabled', { hasText: 'Send' }).press('Enter');
    await page.getByText(/events? (is|are) sent again\.$/).waitFor();
    await eventually('what was missed has arrived', () =>
      receiver.received.some(({ body }) => body.includes('"type":"user.suspended"')),
    );

    const rotate = await choose('Rotate the secret', 'Rotate the signing secret?');
    await rotate.getByRole('button', { name: 'Rotate' }).press('Enter');
    const issued = page.getByRole('dialog', { name: 'Copy the signing secret now' });
    const secret = (await issued.getByRole('region', { name: 'Signing secret' }).innerText()).trim();
    await page.keyboard.press('Escape');
    receiver.received.length = 0;
    await suspend(accountId, users.get('Michael') ?? '');
    await eventually('it is signed anew', () =>
      receiver.received.some(({ body, headers }) => {
        new Webhook(secret).verify(body, headers as never);
        return true;
      }),
    );

    const remove = await choose('Remove', 'Remove the endpoint?');
    await remove.getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText('No webhook endpoints yet').waitFor();
    expect((await dashboard.api.get(ENDPOINTS, { path })).data).toEqual([]);
    await leave(viewer, /404/);
  });
});
