import { inWindow, settled } from './browser.mjs';

const WHEEL_PX = 400;
const SCROLLED_MS = 4_000;

/** @returns for each search, milliseconds from its last key to the first row of its result */
export function searchTimes(browser, { session, path, device, repeats }) {
  return inWindow(browser, { session, device }, async (page) => {
    await page.goto(path);
    await settled(page);
    const times = [];
    for (let n = 0; n < repeats; n += 1) {
      // One whom no earlier search has found.
      const number = String(1_000 + n * 97);
      await page.getByRole('searchbox').fill('');
      await page.getByRole('row').nth(5).waitFor();
      await settled(page);
      await page.getByRole('searchbox').pressSequentially(`user${number.slice(0, -1)}`, { delay: 20 });
      await page.evaluate((wanted) => {
        const exists = () => document.querySelector('[aria-rowindex="2"]')?.textContent.includes(wanted);
        window.found = new Promise((resolve) => {
          document.addEventListener(
            'keydown',
            ({ timeStamp }) => {
              const watch = () =>
                exists() ? resolve(performance.now() - timeStamp) : requestAnimationFrame(watch);
              watch();
            },
            { once: true, capture: true },
          );
        });
      }, `user${number}@`);
      await page.keyboard.press(number.at(-1));
      times.push(await page.evaluate(() => window.found));
    }
    return times;
  });
}

/** Loads the whole list, then scrolls through it. @returns frames, heap after a collection, and rows in the document */
export function scrollThrough(browser, { session, path, device, users }) {
  return inWindow(browser, { session, device }, async (page, devtools) => {
    await page.goto(path);
    await settled(page);
    await page.evaluate(async (all) => {
      const height = () => document.documentElement.scrollHeight;
      const ROW_HEIGHT = 36;
      while (height() < all * ROW_HEIGHT) {
        window.scrollTo(0, height());
        await new Promise(requestAnimationFrame);
      }
    }, users);
    const frames = await page.evaluate(
      async ([step, milliseconds]) => {
        const times = [];
        let before = performance.now();
        for (const end = before + milliseconds; before < end;) {
          window.scrollBy(0, -step);
          const now = await new Promise(requestAnimationFrame);
          times.push(now - before);
          before = now;
        }
        return times.sort((a, b) => a - b);
      },
      [WHEEL_PX, SCROLLED_MS],
    );
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    const rows = await page.getByRole('row').count();
    return {
      'frame p95, ms': frames[Math.floor(frames.length * 0.95)],
      'heap, MB': usedSize / 1e6,
      'rows in the document': rows,
    };
  });
}
