import { settled, inWindow } from './browser.mjs';

/** @returns how long it took from the answer to a change until another window showed it, in milliseconds */
export async function timesUntilSeen(browser, { session, system, accountId, groupIds, device, repeats }) {
  return inWindow(browser, { session, device }, async (page) => {
    await page.goto(`/a/${accountId}/access`);
    await settled(page);
    const cell = page.getByRole('gridcell').first();
    const userId = await page
      .getByRole('rowheader')
      .first()
      .getByRole('link')
      .evaluate((link) => link.pathname.split('/').at(-1));
    const path = `/v1/accounts/${accountId}/service-groups/${groupIds[0]}/members/${userId}`;
    const times = [];
    for (let n = 0; n < repeats; n += 1) {
      const isMember = (await cell.getByRole('checkbox').getAttribute('aria-checked')) === 'true';
      await page.evaluate(watchFirstCell, String(!isMember));
      await system.send([{ method: isMember ? 'DELETE' : 'PUT', path }], 1);
      const began = performance.timeOrigin + performance.now();
      times.push((await page.evaluate(() => window.seenAt)) - began);
    }
    return times;
  });
}

/** In the page itself: after a few looks, Playwright looks every half second. */
function watchFirstCell(wanted) {
  window.seenAt = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role=gridcell] [role=checkbox]')?.ariaChecked !== wanted) return;
      observer.disconnect();
      resolve(performance.timeOrigin + performance.now());
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}
