import type { Locator, Page } from '@playwright/test';

/** Presses Tab until something has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor({ state: 'attached' });
  for (let presses = 0; presses < 400; presses += 1) {
    if ((await page.locator(':focus').and(target).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('It cannot be reached by the keyboard.');
}
