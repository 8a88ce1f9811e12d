// Windows of Chromium in which an operator is signed in, as wide and as slow as a device.
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** Debian's, or whatever of these is installed: nothing is downloaded. */
export const chromiumPath = ['chromium', 'chromium-browser', 'google-chrome'].flatMap(pathOf).at(0);

function pathOf(name) {
  try {
    return [execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()];
  } catch {
    return [];
  }
}

/** @returns cookies and origin, for windows to come */
export async function signedIn(browser, baseURL) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: /^Operator/ }).click();
  await page.locator('main#content').waitFor();
  const storageState = await context.storageState();
  await context.close();
  return { baseURL, storageState };
}

/** @param act what is done in the window, which is then closed. @returns what `act` returns */
export async function inWindow(browser, { session, device }, act) {
  const { viewport, slowdown, network } = device;
  const context = await browser.newContext({ ...session, viewport });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    watchLoading(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    if (network) await devtools.send('Network.emulateNetworkConditions', network);
    if (slowdown) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return await act(page, devtools);
  } finally {
    await context.close();
  }
}

const loading = new WeakMap();
/** The request that waits for changes is answered when there are some. */
const WAITS = /\/changes\?/;
const QUIET_MS = 500;

function watchLoading(page) {
  const watched = { requests: new Set(), quietSince: performance.now() };
  loading.set(page, watched);
  page.on('request', (request) => !WAITS.test(request.url()) && watched.requests.add(request));
  const end = (request) => {
    if (watched.requests.delete(request)) watched.quietSince = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/** Nothing is loading any more. */
export async function settled(page) {
  await page.locator('main').locator('h1').first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  const watched = loading.get(page);
  while (watched.requests.size > 0 || performance.now() - watched.quietSince < QUIET_MS) await delay(50);
}
