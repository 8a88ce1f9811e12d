import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { describeInBrowser } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest, type Place } from '../support/browser/dashboard.js';
import { descendantsOf } from '../support/processes/local-rollbook.js';

/** What the page says it did, and what it shows. */
interface Sample {
  toast: string;
  main: string;
  checked: string[];
}

interface Write {
  path: (place: Place) => string;
  /** From a page that is still, to the last key. */
  act: (page: Page, place: Place) => Promise<void>;
  toast: RegExp;
  agrees: (sample: Sample) => boolean;
}

const SAMPLED_MS = 5_000;
const SAMPLE = `
  window.samples = [];
  clearInterval(window.sampling);
  window.sampling = setInterval(() => window.samples.push({
    toast: [...document.querySelectorAll('[role=status]')].map((each) => each.innerText).join(' '),
    main: document.querySelector('main')?.innerText ?? '',
    checked: [...document.querySelectorAll('[role=checkbox][aria-checked=true]')].map((each) => each.getAttribute('aria-label')),
  }), 50)`;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function confirm(page: Page, name: string | RegExp): Promise<void> {
  const last = page.getByRole('dialog').locator('button:enabled').filter({ hasText: name });
  await last.press('Enter');
}

async function act(page: Page, of: string, item: string, last: string): Promise<void> {
  await button(page, `Actions for ${of}`).press('Enter');
  await page.getByRole('menuitem', { name: item }).press('Enter');
  await confirm(page, last);
}

async function invite(page: Page): Promise<void> {
  await button(page, 'Invite people').first().press('Enter');
  await page
    .getByRole('dialog')
    .getByLabel(/address/i)
    .first()
    .waitFor();
  await page.keyboard.type('joanna@initech.example');
  await confirm(page, /^(Send|Invite)/);
}

const WRITES: Record<string, Write> = {
  'access given in the matrix': {
    path: ({ accountId }) => `/a/${accountId}/access`,
    async act(page) {
      await page.getByRole('checkbox', { name: 'Milton, prod:' }).click();
      await button(page, 'Review').press('Enter');
      await button(page, 'Apply 1 change').press('Enter');
    },
    toast: /You gave 1 person access to prod/,
    agrees: ({ checked }) => checked.some((label) => label.startsWith('Milton, prod:')),
  },
  'access ended on the page of the group': {
    path: ({ accountId, groups }) => `/a/${accountId}/groups/${groups.get('dev')}`,
    async act(page) {
      await button(page, 'Remove Peter from dev').press('Enter');
      await confirm(page, 'End access');
    },
    toast: /Peter may no longer enter dev/,
    agrees: ({ main }) => !main.includes('Peter'),
  },
  'an invitation, on the list of people': {
    path: ({ accountId }) => `/a/${accountId}/users`,
    act: invite,
    toast: /1 invitation was sent/,
    agrees: ({ main }) => main.includes('joanna@initech.example'),
  },
  'an invitation, on that of invitations': {
    path: ({ accountId }) => `/a/${accountId}/invitations`,
    act: invite,
    toast: /1 invitation was sent/,
    agrees: ({ main }) => main.includes('joanna@initech.example') && !main.includes('Nobody is invited'),
  },
  'a suspension': {
    path: ({ accountId }) => `/a/${accountId}/users`,
    act: (page) => act(page, 'Milton', 'Suspend', 'Suspend'),
    toast: /Milton is suspended/,
    agrees: ({ main }) => /Milton\n.*\nMember\nSuspended/.test(main),
  },
  'a removal': {
    path: ({ accountId }) => `/a/${accountId}/users`,
    act: (page) => act(page, 'Milton', 'Remove from the account', 'Remove'),
    toast: /Milton was removed/,
    agrees: ({ main }) => !main.includes('Milton'),
  },
  'the name of a group': {
    path: ({ accountId, groups }) => `/a/${accountId}/groups/${groups.get('dev')}?tab=settings`,
    async act(page) {
      await page.getByLabel('Name').press('Control+a');
      await page.keyboard.type('staging');
      await page.keyboard.press('Enter');
    },
    toast: /staging/,
    agrees: ({ main }) => main.includes('staging') && !/\bdev\b/.test(main),
  },
};

let dashboard: DashboardUnderTest;

async function processorOf({ rollbook }: DashboardUnderTest): Promise<number> {
  const processes = await descendantsOf(rollbook.process.pid);
  return processes.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('stream-processor'))!;
}

describeInBrowser(
  'what a person has changed is shown with the words that say so, whatever follows late',
  () => {
    beforeAll(async () => {
      dashboard = await startDashboard();
    });
    afterAll(() => dashboard.stop());

    test.each(Object.entries(WRITES))('%s', async (_, { path, act: write, toast, agrees }) => {
      const place = await dashboard.place(['Milton', 'Peter'], ['dev', 'prod']);
      await dashboard.api.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}', {
        path: {
          accountId: place.accountId,
          serviceGroupId: place.groups.get('dev')!,
          userId: place.users.get('Peter')!,
        },
      });
      const viewer = await dashboard.enter(path(place));
      const { page } = viewer;
      await page.waitForTimeout(2_500);
      const processor = await processorOf(dashboard);
      process.kill(processor, 'SIGSTOP');
      try {
        await page.evaluate(SAMPLE);
        await write(page, place);
        await page.getByText(toast).first().waitFor();
        await page.waitForTimeout(SAMPLED_MS);
        const samples = await page.evaluate<Sample[]>('window.samples');
        const since = samples.slice(samples.findIndex((each) => toast.test(each.toast)));
        const wrong = since.filter((sample) => !agrees(sample));
        expect({ sampled: since.length > 20, wrong: wrong.length, first: wrong[0] }).toEqual({
          sampled: true,
          wrong: 0,
          first: undefined,
        });
      } finally {
        process.kill(processor, 'SIGCONT');
      }
      await leave(viewer);
    });
  },
);
