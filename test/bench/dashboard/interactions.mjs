import { inWindow, settled } from './browser.mjs';

const SLOWDOWN = 4;
/** After an interaction, for its entries: they are reported after the next paint. */
const REPORTED_MS = 250;

/** Each on its page: prepared once, then repeated. */
export const INTERACTIONS = {
  'a letter into the search': ['/users', (page) => page.getByRole('searchbox').press('a')],
  'another order of the list': [
    '/users',
    (page) => page.getByRole('columnheader').getByRole('button', { name: /^Name/ }).click(),
  ],
  'the next row, by the keyboard': [
    '/users',
    async (page, n) => {
      if (n === 0) await page.getByRole('row').nth(1).focus();
      await page.keyboard.press('ArrowDown');
    },
  ],
  'a person chosen': [
    '/users',
    (page, n) =>
      page
        .getByRole('checkbox')
        .nth(n + 1)
        .click(),
  ],
  'a cell of the matrix': ['/access', (page, n) => page.getByRole('gridcell').nth(n).click()],
  'the next cell, by the keyboard': [
    '/access',
    async (page, n) => {
      if (n === 0) await page.getByRole('grid').focus();
      await page.keyboard.press('ArrowDown');
    },
  ],
  'all people of a column': [
    '/access',
    async (page, n) => {
      if (n === 0) await page.getByRole('grid').focus();
      await page.keyboard.press(n % 2 === 0 ? 'Control+A' : 'Escape');
    },
  ],
  'the palette': ['', (page, n) => page.keyboard.press(n % 2 === 0 ? 'Control+K' : 'Escape')],
};

/** @returns by interaction, how long it took until the next paint, in milliseconds; less than 16 are not reported and count as 16 */
export async function measureInteractions(browser, { session, at, repeats, device }) {
  const slow = { ...device, slowdown: SLOWDOWN };
  const measured = {};
  for (const [name, [path, act]] of Object.entries(INTERACTIONS))
    measured[name] = await inWindow(browser, { session, device: slow }, async (page) => {
      await page.addInitScript(() => {
        window.longestEvent = 0;
        new PerformanceObserver((list) => {
          for (const { duration, interactionId } of list.getEntries())
            if (interactionId) window.longestEvent = Math.max(window.longestEvent, duration);
        }).observe({ type: 'event', durationThreshold: 16, buffered: true });
      });
      await page.goto(`${at}${path}`);
      await settled(page);
      const times = [];
      for (let n = 0; n < repeats; n += 1) {
        await page.evaluate(() => (window.longestEvent = 0));
        await act(page, n);
        await page.waitForTimeout(REPORTED_MS);
        times.push(Math.max(16, await page.evaluate(() => window.longestEvent)));
      }
      return times;
    });
  return measured;
}
