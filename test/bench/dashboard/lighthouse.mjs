import lighthouse, { desktopConfig } from 'lighthouse';

const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const CONFIGS = { desktop: desktopConfig, phone: undefined };

/** @returns how many points of 100 a page lacks in each category of Lighthouse, as a signed-in person has it */
export async function lostPoints({ port, session, path, device }) {
  const { baseURL, storageState } = session;
  const cookie = storageState.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const result = await lighthouse(
    new URL(path, baseURL).href,
    {
      port,
      logLevel: 'error',
      onlyCategories: CATEGORIES,
      // The cookie comes with each request, and stays from page to page.
      extraHeaders: { cookie },
      disableStorageReset: true,
    },
    CONFIGS[device],
  );
  return Object.fromEntries(
    CATEGORIES.map((name) => [name, 100 - Math.round(result.lhr.categories[name].score * 100)]),
  );
}
