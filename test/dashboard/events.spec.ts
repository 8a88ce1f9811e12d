import { compileEventPattern } from '../../apps/local/src/bus/events/event-pattern.js';
import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { eventually } from '../support/eventually.js';

let dashboard: DashboardUnderTest;

describeInBrowser('the catalogue of events', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('is searched by the keyboard alone; what is ticked is a pattern that takes these events of this account, and no other', async () => {
    const { accountId, users } = await dashboard.place(['Milton Waddams'], ['dev']);
    const userId = users.get('Milton Waddams') ?? '';
    const { data: types } = await dashboard.api.get('/v1/event-types');
    const viewer = await dashboard.enter(`/a/${accountId}`);
    const { page } = viewer;
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    const catalogue = page.getByRole('list', { name: 'Types of events' });
    await catalogue.getByRole('listitem').first().waitFor();
    expect(await catalogue.getByRole('checkbox').count()).toBe(types.length);

    await page.keyboard.press('/');
    await page.keyboard.type('suspended user');
    const suspended = catalogue.getByRole('checkbox', { name: 'In the filter: user.suspended' });
    await eventually('the others are gone', async () => (await catalogue.getByRole('checkbox').count()) < 5);
    await suspended.press('Space');
    await page.getByText('1 type is ticked.').waitFor();
    const latest = page.locator('section', { hasText: 'The latest events that it takes' });
    await latest.getByText('Nothing like that has happened yet').waitFor();
    await catalogue.getByRole('button', { name: /^user\.suspended/ }).press('Enter');
    const example = await catalogue.getByRole('region', { name: 'Example, as it is delivered' }).innerText();
    expect(JSON.parse(example)).toEqual(types.find(({ type }) => type === 'user.suspended')?.exampleEvent);

    const pattern = page.getByRole('region', { name: 'Pattern for a rule of EventBridge' });
    const takes = async () => {
      const matches = compileEventPattern(await pattern.innerText());
      return types
        .map(({ type, exampleEvent }) => ({
          source: 'rollbook',
          'detail-type': type,
          detail: { ...exampleEvent, accountid: accountId },
        }))
        .filter((event) => {
          expect(matches({ ...event, detail: { ...event.detail, accountid: 'acct_another' } })).toBe(false);
          return matches(event);
        })
        .map((event) => event['detail-type']);
    };
    expect(await takes()).toEqual(['user.suspended']);
    await dashboard.api.post('/v1/accounts/{accountId}/users/{userId}/suspend', {
      path: { accountId, userId },
    });
    await page.reload();
    await latest.getByText('suspended').first().waitFor();
    expect(await latest.getByRole('listitem').count()).toBe(1);
    await keepScreenshot(page, 'events');

    // All types about service groups are one word of it.
    const ofGroups = types.map(({ type }) => type).filter((type) => type.startsWith('service_group.'));
    await page.goto(`/a/${accountId}/developers/events?types=${ofGroups.join(',')}`);
    await page.getByText(`${ofGroups.length} types are ticked.`).waitFor();
    expect(await takes()).toEqual(ofGroups);
    expect(JSON.parse(await pattern.innerText())).toMatchObject({
      'detail-type': [{ prefix: 'service_group.' }],
    });
    const webhook = await page.getByRole('region', { name: 'Event types of a webhook endpoint' }).innerText();
    expect(JSON.parse(webhook)).toEqual(['service_group.*']);
    await latest.getByText('dev').first().waitFor();
    await page.getByRole('button', { name: 'Clear' }).press('Enter');
    await page.getByText('All events of this account.').waitFor();
    expect(await takes()).toEqual(types.map(({ type }) => type));
    await leave(viewer);
  });
});
