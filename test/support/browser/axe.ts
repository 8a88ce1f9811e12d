import type { Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';

/** WCAG 2.2 AA and what is good practice. */
export const WCAG = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const;
/** What another theme can change. */
export const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

/**
 * What axe finds wrong with a page, by all its rules or by some. Axe is sent to a document once, and runs in
 * the page itself.
 */
export async function violationsIn(
  page: Page,
  some?: { type: 'tag' | 'rule'; values: readonly string[] },
): Promise<Result[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(some && { runOnly: { type: some.type, values: [...some.values] } }),
  };
  await page.evaluate(AT_REST);
  return page.evaluate<Result[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
}

/** Between two colours, the one of a text and that of what is behind it may be too much alike. What never ends, such as a skeleton, is not waited for. */
const AT_REST = `Promise.all(
  document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
    .map(({ finished }) => finished.catch(() => undefined)),
).then(() => undefined)`;
