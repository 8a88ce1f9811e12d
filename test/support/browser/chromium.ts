import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';

/** Debian's, or whatever of these is installed: nothing is downloaded. The one without a window of its own takes a third less processor time. */
export const chromiumPath = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .flatMap(pathOf)
  .at(0);

function pathOf(name: string): string[] {
  try {
    return [execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()];
  } catch {
    return [];
  }
}

/** As `describe`; without a browser it says so and skips. */
export function describeInBrowser(title: string, tests: () => void): void {
  if (chromiumPath) describe(title, tests);
  else {
    process.stderr.write(`Skipped, as there is no Chromium: ${title}.\n`);
    describe.skip(title, tests);
  }
}

/** Only to end what hangs: a page beside many busy programs is slow. */
const PATIENCE_MS = 120_000;

export interface Viewer {
  page: Page;
  context: BrowserContext;
  /** What the page complained of: errors in its console, and what its policy refused. */
  complaints: string[];
  close(): Promise<void>;
}

export interface Look {
  theme?: 'light' | 'dark' | 'forced colours';
  width?: number;
  /** How many times as large as usual: the window then has so much less room. */
  zoom?: number;
}

export async function launch(...more: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-gpu-rasterization', ...more],
    timeout: PATIENCE_MS,
  });
}

/** Of the people whose browsers these are: not that of the server. */
export const TIME_ZONE = 'Europe/Berlin';

/** A window of its own, with nobody signed in. */
export async function openWindow(browser: Browser, baseURL: string, look?: Look): Promise<Viewer> {
  const context = await browser.newContext({
    baseURL,
    reducedMotion: 'reduce',
    timezoneId: TIME_ZONE,
    acceptDownloads: true,
  });
  const complaints: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => {
    // A browser calls each refused request an error: that one is signed out is asked for on purpose.
    const isAsked = /status of (401|409|412)/.test(message.text());
    if (message.type() === 'error' && !isAsked) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.setDefaultTimeout(PATIENCE_MS);
  await setLook(page, look);
  return { page, context, complaints, close: () => context.close() };
}

export async function setLook(page: Page, { width = 1280, zoom = 1, theme }: Look = {}): Promise<void> {
  await setTheme(page, theme);
  await page.setViewportSize({ width: width / zoom, height: (width < 500 ? 720 : 800) / zoom });
}

export async function setTheme(page: Page, theme: Look['theme'] = 'light'): Promise<void> {
  const isForced = theme === 'forced colours';
  await page.emulateMedia({
    colorScheme: isForced ? 'light' : theme,
    forcedColors: isForced ? 'active' : 'none',
    media: null,
  });
  // Colours follow in the next frame.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
}

/** Through the pages of the development identity provider, as a person does it. */
export async function signIn({ page }: Viewer, name: RegExp, path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name }).click();
  await page.locator('main#content').waitFor();
}

/** For people to look at: only where ROLLBOOK_SCREENSHOTS names a folder. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['ROLLBOOK_SCREENSHOTS'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** For the documentation: written only with ROLLBOOK_WRITE_DOCS. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!process.env['ROLLBOOK_WRITE_DOCS']) return;
  await page.screenshot({
    path: fileURLToPath(new URL(`../../../docs/images/${name}.png`, import.meta.url)),
  });
}

/**
 * Compares what a screen reader gets of a page with what it got before, in `test/dashboard/aria`. Written anew with
 * ROLLBOOK_RECORD_SAMPLES, as other samples.
 */
export async function expectAria(page: Page, name: string): Promise<void> {
  const file = fileURLToPath(new URL(`../../dashboard/aria/${name}.txt`, import.meta.url));
  const snapshot = await page.locator('body').ariaSnapshot();
  const text = `${snapshot
    .replaceAll(/\b[a-z]+_[0-9A-HJKMNP-TV-Z]{26}\b/g, '<id>')
    .replaceAll(/\b(just now|\d+ (sec|min|hr)\. ago)/g, '<time>')}\n`;
  if (process.env['ROLLBOOK_RECORD_SAMPLES']) await writeFile(file, text);
  expect(text).toBe(await readFile(file, 'utf8'));
}
