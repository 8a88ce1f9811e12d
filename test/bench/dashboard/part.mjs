// What the dashboard takes in a browser, in an account with very many users and service groups: until a page is painted, until
// it answers a key or a click, and what a list of all users takes.
import { loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { addRound } from '../frame/measures.mjs';
import { quantile } from '../frame/statistics.mjs';
import { startWholeSystem } from '../system/whole-system.mjs';
import { chromiumPath, signedIn } from './browser.mjs';
import { fillAccount } from './large-account.mjs';
import { timesUntilSeen } from './live.mjs';
import { INTERACTIONS, measureInteractions } from './interactions.mjs';
import { lostPoints } from './lighthouse.mjs';
import { paintOf } from './paint.mjs';
import { scrollThrough, searchTimes } from './long-list.mjs';

export const title = 'Dashboard';
export const about = `Chromium, headless, against \`npm start\`, in an account with many users and service groups. **Largest contentful paint**:
first visits to a page with an empty cache; _phone_ is 412 px wide, with a processor four times slower and a network of 1.6 Mbit/s
and 150 ms, as in Lighthouse. **Interaction to next paint**: with a processor four times slower; of each kind of interaction,
the longest event of each repetition. **A search** is timed from the key to the first row of its result, including the 150 ms for which
typing has to pause. **Lighthouse**: how many points a page is below its best score. **The list** is scrolled until it has loaded every user. The browser shares the machine with all processes of
Rollbook.`;

export const settings = ({ quick }) =>
  quick
    ? { users: 5_000, groups: 50, rounds: 2, repeats: 5 }
    : { users: 100_000, groups: 500, rounds: 3, repeats: 10 };

const WIDE = { name: 'desktop', most: 1, viewport: { width: 1350, height: 940 } };
const PHONE = {
  name: 'phone',
  most: 2,
  viewport: { width: 412, height: 823 },
  slowdown: 4,
  network: { latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000, offline: false },
};
const OF_A_LIST = { 'frame p95, ms': 20, 'heap, MB': 80, 'rows in the document': 60 };
const DEVICES = [WIDE, PHONE];
const MAX_LOST = {
  desktop: { performance: 5, accessibility: 0, 'best-practices': 0 },
  phone: { performance: 15, accessibility: 0, 'best-practices': 0 },
};
const DEBUGGING_PORT = 9333;

export async function run(measures, progress, { users, groups, rounds, repeats }) {
  if (!chromiumPath) return measures.remark('There is no Chromium on this machine: nothing was measured.');
  const system = await startWholeSystem();
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', `--remote-debugging-port=${DEBUGGING_PORT}`],
  });
  try {
    measures.remark(`Load average of the machine when it began: ${loadavg()[0].toFixed(1)}.`);
    const { accountId, groupIds } = await fillAccount(system, { users, groups });
    const at = `/a/${accountId}`;
    const pages = {
      overview: at,
      users: `${at}/users`,
      access: `${at}/access`,
      'service groups': `${at}/groups`,
      'a service group': `${at}/groups/${groupIds[0]}`,
    };
    const scored = { users: pages.users, access: pages.access, '/docs': '/docs' };
    progress.expect(Object.keys(pages).length * 2 + Object.keys(scored).length + 4);
    const session = await signedIn(browser, system.url);
    // A process reads the search entries once.
    await system.send([{ method: 'GET', path: `/v1/accounts/${accountId}/users?q=ada&limit=1` }], 1);

    const painted = measures.table({
      title: 'Largest contentful paint',
      unit: 's',
      rowTitle: 'page',
      digits: 2,
      goals: Object.fromEntries(
        Object.keys(pages).flatMap((page) =>
          DEVICES.map(({ name, most }) => [`${page}, ${name}`, { subject: 'painted', goals: [{ most }] }]),
        ),
      ),
    });
    for (const [page, path] of Object.entries(pages))
      for (const device of DEVICES) {
        for (let round = 0; round < rounds; round += 1)
          addRound(painted, `${page}, ${device.name}`, {
            painted: await paintOf(browser, { session, path, device }),
          });
        progress.step(`${page}, ${device.name}`);
      }

    const rated = measures.table({
      title: 'Lighthouse',
      unit: 'points below 100',
      rowTitle: 'page',
      digits: 0,
      goals: Object.fromEntries(
        Object.keys(scored).flatMap((page) =>
          Object.entries(MAX_LOST).flatMap(([device, categories]) =>
            Object.entries(categories).map(([category, most]) => [
              `${page}, ${device}, ${category}`,
              { subject: 'lost', goals: [{ most }] },
            ]),
          ),
        ),
      ),
    });
    for (const [page, path] of Object.entries(scored)) {
      for (const device of Object.keys(MAX_LOST))
        for (let round = 0; round < rounds; round += 1) {
          const lost = await lostPoints({ port: DEBUGGING_PORT, session, path, device });
          for (const [category, points] of Object.entries(lost))
            addRound(rated, `${page}, ${device}, ${category}`, { lost: points });
        }
      progress.step(`Lighthouse, ${page}`);
    }

    const answered = measures.table({
      title: 'Interaction to next paint, processor four times slower',
      unit: 'ms',
      rowTitle: 'interaction',
      digits: 0,
      goals: Object.fromEntries(
        Object.keys(INTERACTIONS).map((name) => [name, { subject: 'longest', goals: [{ most: 100 }] }]),
      ),
    });
    const interactions = await measureInteractions(browser, { session, at, repeats, device: WIDE });
    for (const [name, times] of Object.entries(interactions))
      addRound(answered, name, { median: quantile(times, 0.5), longest: Math.max(...times) });
    progress.step('interactions');

    const found = measures.table({
      title: 'Key to search result',
      unit: 'ms',
      rowTitle: 'search',
      digits: 0,
      goals: { 'users by email': { subject: 'p95', goals: [{ most: 250 }] } },
    });
    const times = await searchTimes(browser, { session, path: pages.users, device: WIDE, repeats });
    addRound(found, 'users by email', { median: quantile(times, 0.5), p95: quantile(times, 0.95) });
    progress.step('searches');

    const seen = measures.table({
      title: 'From the answer to a change until another window shows it',
      unit: 'ms',
      rowTitle: 'change',
      digits: 0,
      goals: { 'a cell of the matrix': { subject: 'median', goals: [{ most: 200 }] } },
    });
    const until = await timesUntilSeen(browser, {
      ...{ session, system, accountId, groupIds, repeats },
      device: WIDE,
    });
    addRound(seen, 'a cell of the matrix', { median: quantile(until, 0.5), p95: quantile(until, 0.95) });
    progress.step('changes seen');

    const long = measures.table({
      title: `A list of ${users.toLocaleString('en')} users`,
      rowTitle: 'measure',
      digits: 0,
      goals: Object.fromEntries(
        Object.entries(OF_A_LIST).map(([row, most]) => [row, { subject: 'measured', goals: [{ most }] }]),
      ),
    });
    const list = await scrollThrough(browser, { session, path: pages.users, device: WIDE, users });
    for (const [row, measured] of Object.entries(list)) addRound(long, row, { measured });
    progress.step('list');
  } finally {
    await browser.close();
    await system.stop();
  }
}
