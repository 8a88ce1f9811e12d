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
