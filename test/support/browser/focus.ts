import type { Page } from '@playwright/test';
import { eventually } from '../eventually.js';

const COMMON = `
  const isText = (field) =>
    field.matches('textarea, input:is([type=text], [type=search], [type=email], :not([type]))') && !field.readOnly;
  const nameOf = (element) => (element.getAttribute('aria-label') || element.labels?.[0]?.innerText ||
    element.innerText || element.title || element.getAttribute('role') || element.id || element.localName).trim();
  const isOn = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled;
  const focused = document.activeElement;
`;

/** What has the focus, and what is typed where, in the top dialog or popup, or else on the page. */
export interface Look {
  isOpen: boolean;
  isInside: boolean;
  focused: string;
  focusedText: string;
  isTextFocused: boolean;
  /** What should have the focus at first. */
  first: string;
  isTextFirst: boolean;
  texts: string[];
  /** The focus is where it was before the dialog opened, or at the content if that is gone. */
  isBack: boolean;
}

export const LOOK = `(() => {${COMMON}
  const open = [...document.querySelectorAll('dialog[open], [popover]:popover-open')];
  const top = open.at(-1);
  const fields = [...(top ?? document).querySelectorAll('input, select, textarea')].filter(isOn);
  const radio = fields[0]?.type === 'radio' && fields.find(({ checked }) => checked);
  const first = radio || fields[0] || [...(top ?? document).querySelectorAll('[data-footer] button, button')].find(isOn);
  const button = top?.querySelector('[data-footer] button');
  const before = window.opener_;
  return {
    isOpen: top !== undefined,
    isInside: top?.contains(focused) ?? focused !== document.body,
    focused: nameOf(focused),
    focusedText: focused.value ?? '',
    isTextFocused: isText(focused),
    first: nameOf((fields.length === 0 && button) || first || document.body),
    isTextFirst: fields.length > 0 && isText(fields[0]),
    texts: fields.filter(isText).map((field) => field.value),
    isBack: before?.isConnected ? focused === before : focused.id === 'content',
  };
})()`;

/** A stop on the way through a page by Tab. */
export interface Stop {
  /** It was here before, or has left the page. */
  isEnd: boolean;
  name: string;
  isText: boolean;
  /** Keys that the page took from the browser here, though it has no use for them. */
  taken: string[];
  /** What can have the focus and has not had it. */
  missed: string[];
}

export const WALK = `(() => {${COMMON}
  // A date has a stop for each of its parts.
  const isEnd = focused === document.body || (focused.walked === true && focused !== window.stop_);
  window.stop_ = focused;
  focused.walked = true;
  const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', ' ', 'Enter', 'x', 'g', '/'];
  const isFreeIn = { altKey: keys.concat('Home', 'End', 'k', 'a'), ctrlKey: keys, metaKey: keys };
  const taken = Object.entries(isFreeIn).flatMap(([modifier, free]) => free.filter((key) =>
    !focused.dispatchEvent(new KeyboardEvent('keydown', { key, [modifier]: true, bubbles: true, cancelable: true }))
  ).map((key) => modifier + ' ' + key));
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')];
  // The one row of a grid that is a stop is the one that had the focus last.
  const isStop = (element) => element.role !== 'row' && element.tabIndex >= 0 && isOn(element) && !element.closest('[popover]') &&
    !(element.type === 'radio' && !element.checked);
  return {
    isEnd,
    name: nameOf(focused),
    isText: isText(focused),
    taken,
    missed: all.filter((element) => isStop(element) && !element.walked).map(nameOf),
  };
})()`;

/** From the beginning of a page by Tab: each field takes what is typed, no key is taken that has no use, and nothing is missed. @returns what is wrong */
export async function walkByTab(page: Page): Promise<string[]> {
  // Its script comes after the page: who has passed its place by then does not meet it.
  if (page.url().includes('/a/')) await page.getByLabel('As of').first().waitFor();
  const faults: string[] = [];
  const stops = () => page.locator('main :is(a, button, input, select):visible').count();
  const atFirst = await stops();
  for (let step = 0; step < 500; step += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<Stop>(WALK);
    if (stop.isEnd) break;
    faults.push(...stop.taken.map((key) => `${stop.name}: took ${key}`));
    if (!stop.isText) continue;
    await page.keyboard.type('zq');
    if (!(await page.evaluate<Look>(LOOK)).focusedText.includes('zq'))
      faults.push(`${stop.name}: took nothing`);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    // A list that was searched is empty until it is whole again: its headings would be passed over. What rows say of service groups
    // may come after it has been counted first.
    await eventually(`${stop.name} is as before`, async () => (await stops()) >= atFirst);
  }
  const { missed } = await page.evaluate<Stop>(WALK);
  return [...faults, ...missed.map((name) => `${name}: not reached`)];
}
