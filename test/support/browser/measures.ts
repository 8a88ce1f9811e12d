import type { Locator, Page } from '@playwright/test';

/** In pixels of the window. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${String(locator)} is not shown.`);
  return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width };
}

/** Nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main').locator('h1, p').first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  // What is loaded when it is needed leaves its place empty until then.
  await page
    .locator(':is(main section > div, [popover]:popover-open):empty')
    .first()
    .waitFor({ state: 'detached' });
}

/** What can be pressed and sticks out of the window, or out of the dialog that is open. */
export async function cutButtons(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const dialog = document.querySelector('dialog[open]');
    const right = dialog ? dialog.getBoundingClientRect().right : window.innerWidth;
    const scrolls = (each) => each && ((/auto|scroll/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth) ||
      scrolls(each.parentElement));
    return [...(dialog ?? document).querySelectorAll('button, a, input')]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 0)
      .filter((each) => each.getBoundingClientRect().right > right + 0.5 && !scrolls(each))
      .map((each) => each.getAttribute('aria-label') ?? each.textContent);
  })()`);
}

/** Selects whose text does not fit. */
export const cutSelects = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main select')]
    .filter((each) => each.checkVisibility())
    .filter((each) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(each);
      const text = document.createElement('canvas').getContext('2d');
      text.font = font;
      const room = each.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return text.measureText(each.selectedOptions[0].text).width > room + 0.5;
    })
    .map((each) => each.ariaLabel ?? each.labels[0]?.innerText)`);

/** The sizes of all texts that are shown. */
const TEXT_SIZES = `[...new Set(
  [...document.querySelectorAll('body *')]
    .filter((each) => [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
    .filter((each) => each.checkVisibility() && !each.closest('noscript'))
    .map((each) => getComputedStyle(each).fontSize),
)]`;

/** In pixels: the one scale of `tokens.css`. */
const SIZES = ['11px', '12px', '13px', '14px', '20px'];

/** Sizes of texts that are none of the scale. */
export const otherSizes = async (page: Page) =>
  (await page.evaluate<string[]>(TEXT_SIZES)).filter((size) => !SIZES.includes(size));
