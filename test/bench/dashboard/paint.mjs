import { inWindow, settled } from './browser.mjs';

/** @returns seconds from the start of the visit to the largest paint, which is that of the rows, not of their skeletons */
export function paintOf(browser, { session, path, device }) {
  return inWindow(browser, { session, device }, async (page) => {
    await page.goto(path);
    await settled(page);
    const milliseconds = await page.evaluate(
      () =>
        new Promise((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          });
        }),
    );
    return milliseconds / 1_000;
  });
}
