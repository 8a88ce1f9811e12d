/** The first field that can be typed in or chosen: of radio buttons, the one that is checked. */
function firstField(box: HTMLElement): HTMLElement | undefined {
  const fields = [...box.querySelectorAll<HTMLInputElement>('input, select, textarea')];
  const first = fields.find((field) => !field.disabled && field.checkVisibility());
  if (first?.type !== 'radio') return first;
  return fields.find(({ name, checked }) => checked && name === first.name) ?? first;
}

/**
 * Focuses the first field of what has opened, or else the first button of its footer, which changes nothing. If that is where the
 * focus still is when a field appears, the field gets it. Returns what stops that.
 */
export function focusFirst(box: HTMLElement): () => void {
  const field = firstField(box);
  // Without any of these, the focus is where the browser has put it.
  (field ?? box.querySelector<HTMLElement>('[data-footer] button:enabled'))?.focus();
  const start = document.activeElement;
  const observer = new MutationObserver(() => {
    const late = firstField(box);
    if (late && document.activeElement === start) late.focus();
    if (late) observer.disconnect();
  });
  const stop = () => observer.disconnect();
  if (!field) {
    observer.observe(box, { childList: true, subtree: true });
    for (const event of ['keydown', 'pointerdown']) box.addEventListener(event, stop, { once: true });
  }
  return stop;
}

/** Keeps the focus on the page after what had it is gone: at its content, unless it has gone somewhere already. */
export function keepFocus(): void {
  queueMicrotask(() => {
    if (document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
  });
}

export type TypedText = Map<Element, string>;

/** The text in each field in which one types more than what to search for. */
export function textsIn(box: HTMLElement | null): TypedText {
  const fields = [...(box?.querySelectorAll<HTMLInputElement>('input, textarea') ?? [])];
  return new Map(
    fields
      .filter(({ type }) => !['checkbox', 'radio', 'search', 'file'].includes(type))
      .map((field) => [field, field.value]),
  );
}
