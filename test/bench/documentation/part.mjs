// What Lighthouse says of the documentation's site, as built and served by VitePress.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { chromiumPath } from '../dashboard/browser.mjs';
import { lostPoints } from '../dashboard/lighthouse.mjs';
import { addRound } from '../frame/measures.mjs';

export const title = 'Documentation site';
export const about = `How many points of Lighthouse pages of the site are below the best score, on a desktop and on a phone, in
Chromium, headless. The site is served compressed.`;

export const settings = ({ quick }) => ({ rounds: quick ? 1 : 3 });

const PAGES = ['', 'concepts.html', 'api/first-calls.html', 'http/users.html', 'problems/email_taken/'];
const DEVICES = ['desktop', 'phone'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const MAX_LOST = 2;
const DEBUGGING_PORT = 9334;
const root = fileURLToPath(new URL('../../../', import.meta.url));

export async function run(measures, progress, { rounds }) {
  if (!chromiumPath) return measures.remark('There is no Chromium on this machine: nothing was measured.');
  const { status } = spawnSync(process.execPath, [`${root}tools/docs-site/build.mjs`], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The site could not be built.');
  const { serve } = await import('../../../tools/docs-site/node_modules/vitepress/dist/node/index.js');
  const { server } = await serve({ root: `${root}dist/docs-source`, port: 0 });
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', `--remote-debugging-port=${DEBUGGING_PORT}`],
  });
  try {
    progress.expect(PAGES.length * DEVICES.length);
    const rows = PAGES.flatMap((page) =>
      DEVICES.flatMap((device) => CATEGORIES.map((category) => `/${page}, ${device}, ${category}`)),
    );
    const rated = measures.table({
      title: 'Lighthouse',
      unit: 'points below 100',
      rowTitle: 'page',
      digits: 0,
      goals: Object.fromEntries(rows.map((row) => [row, { subject: 'lost', goals: [{ most: MAX_LOST }] }])),
    });
    const session = { baseURL: `http://127.0.0.1:${server.address().port}`, storageState: { cookies: [] } };
    for (const page of PAGES)
      for (const device of DEVICES) {
        for (let round = 0; round < rounds; round += 1) {
          const lost = await lostPoints({ port: DEBUGGING_PORT, session, path: `/${page}`, device });
          for (const [category, points] of Object.entries(lost))
            addRound(rated, `/${page}, ${device}, ${category}`, { lost: points });
        }
        progress.step(`/${page}, ${device}`);
      }
  } finally {
    await browser.close();
    server.close();
  }
}
