import type { Page } from '@playwright/test';
import type { Viewer } from './chromium.js';
import type { DashboardUnderTest } from './dashboard.js';

/** Opens a page that follows the feed of the account from then on. */
export async function openFollowing(dashboard: DashboardUnderTest, path: string): Promise<Viewer> {
  const viewer = await dashboard.enter('/accounts');
  const following = viewer.page.waitForRequest((request) => /\/changes\?(?!.*after=now)/.test(request.url()));
  await viewer.page.goto(path);
  await following;
  return viewer;
}

/** As the page sees it when its tab is put behind another, or in front again. */
export const setVisible = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
