import fc from 'fast-check';
import { describeInBrowser, type Viewer } from '../support/browser/chromium.js';
import {
  cell,
  leave,
  startDashboard,
  type DashboardUnderTest,
  type Place,
} from '../support/browser/dashboard.js';
import { eventually } from '../support/eventually.js';

const PEOPLE = ['Bill', 'Milton', 'Nina', 'Peter', 'Tom'];
const GROUPS = ['dev', 'mail', 'prod'];
const NIGHTLY = process.env['ROLLBOOK_NIGHTLY'] === '1';
const MEMBER = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}';

const person = fc.constantFrom(...PEOPLE);
const group = fc.constantFrom(...GROUPS);
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('click' as const), person, group }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('column' as const), group }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('range' as const), group, person, to: person }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('discard' as const) }) },
  // Somebody else changes a cell, and then the draft is applied.
  { weight: 2, arbitrary: fc.record({ act: fc.constant('apply' as const), person, group }) },
);
type Action = typeof action extends fc.Arbitrary<infer Each> ? Each : never;

/** What is stored, and what the matrix shows: the draft is the difference. */
class Model {
  stored = new Set<string>();
  shown = new Set<string>();

  set(keys: readonly string[], member: boolean): void {
    for (const key of keys)
      if (member) this.shown.add(key);
      else this.shown.delete(key);
  }
  get drafted(): string[] {
    return [...new Set([...this.stored, ...this.shown])].filter(
      (key) => this.stored.has(key) !== this.shown.has(key),
    );
  }
  get draftIsEmpty(): boolean {
    return this.drafted.length === 0;
  }
}
const keyOf = (name: string, of: string) => `${name}, ${of}`;

let dashboard: DashboardUnderTest;

describeInBrowser('random edits of the matrix', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  async function perform(viewer: Viewer, there: Place, model: Model, each: Action): Promise<void> {
    const { page } = viewer;
    if (each.act === 'click') {
      await cell(viewer, each.person, each.group).click();
      const key = keyOf(each.person, each.group);
      model.set([key], !model.shown.has(key));
    } else if (each.act === 'column') {
      const keys = PEOPLE.map((name) => keyOf(name, each.group));
      await page.getByRole('columnheader', { name: each.group }).click();
      await page.getByRole('grid').press('Space');
      model.set(keys, !keys.every((key) => model.shown.has(key)));
    } else if (each.act === 'range') {
      const [from, to] = [PEOPLE.indexOf(each.person), PEOPLE.indexOf(each.to)];
      const names = PEOPLE.slice(Math.min(from, to), Math.max(from, to) + 1);
      await cell(viewer, each.person, each.group).click();
      await cell(viewer, each.to, each.group).click({ modifiers: ['Shift'] });
      const member = !model.shown.has(keyOf(each.person, each.group));
      model.set(
        names.map((name) => keyOf(name, each.group)),
        member,
      );
    } else if (model.draftIsEmpty) return;
    else if (each.act === 'discard') {
      // The bar below is that of the selection while there is one.
      await page.getByRole('grid').press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
      model.shown = new Set(model.stored);
    } else await applyAfterSomebodyElse(viewer, there, model, each);
  }

  async function applyAfterSomebodyElse(
    { page }: Viewer,
    { accountId, users, groups }: Place,
    model: Model,
    each: { person: string; group: string },
  ): Promise<void> {
    const key = keyOf(each.person, each.group);
    const path = {
      accountId,
      serviceGroupId: groups.get(each.group) ?? '',
      userId: users.get(each.person) ?? '',
    };
    const isDrafted = model.drafted.includes(key);
    const isWhole = isDrafted && model.drafted.length === 1;
    if (model.stored.has(key)) await dashboard.api.delete(MEMBER, { path });
    else await dashboard.api.put(MEMBER, { path });
    // What is drafted wins; what is not is as they made it.
    if (!isDrafted) model.set([key], !model.stored.has(key));
    const review = page.getByRole('button', { name: 'Review' });
    if (isWhole) {
      // They have done all that was drafted: as soon as the page knows, nothing is left to review.
      await review.waitFor({ state: 'detached' });
      model.stored = new Set(model.shown);
      return;
    }
    await review.click();
    const dialog = page.getByRole('dialog', { name: 'Review the changes' });
    const apply = dialog.getByRole('button', { name: /^Apply \d+ change/ });
    await dialog.waitFor();
    await dialog.locator('.skeleton').first().waitFor({ state: 'detached' });
    if (await apply.isEnabled()) await apply.click();
    else await dialog.getByRole('button', { name: 'Back to the draft' }).click();
    await dialog.waitFor({ state: 'detached' });
    model.stored = new Set(model.shown);
  }

  async function expectShown(viewer: Viewer, model: Model): Promise<void> {
    const read = async () => {
      const boxes = await viewer.page.getByRole('grid').getByRole('checkbox', { checked: true }).all();
      const labels = await Promise.all(boxes.map((box) => box.getAttribute('aria-label')));
      return labels.map((label) => label?.split(':')[0]).sort();
    };
    const wanted = [...model.shown].sort();
    await eventually(
      'the page shows it',
      async () => JSON.stringify(await read()) === JSON.stringify(wanted),
    ).catch(async () => expect(await read()).toEqual(wanted));
  }

  test(
    'what was drafted and applied is what the API has, whatever others do meanwhile',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 14 }), async (actions) => {
          const there = await dashboard.place(PEOPLE, GROUPS);
          const viewer = await dashboard.enter(`/a/${there.accountId}/access`);
          await viewer.page.getByRole('grid').waitFor();
          const model = new Model();
          for (const each of [...actions, { act: 'apply', person: 'Bill', group: 'dev' } as const]) {
            await perform(viewer, there, model, each);
            await expectShown(viewer, model);
          }
          for (const name of GROUPS) {
            const wanted = PEOPLE.filter((each) => model.stored.has(keyOf(each, name)));
            expect(await dashboard.membersOf(there, name)).toEqual(wanted);
          }
          await leave(viewer);
        }),
        { numRuns: NIGHTLY ? 30 : 2, endOnFailure: true },
      );
    },
    NIGHTLY ? 900_000 : 180_000,
  );
});
