interface Pressed {
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** With one of these, a key belongs to the browser, the system or the screen reader, unless a pattern of the ARIA practices says otherwise. */
export const isModified = ({ ctrlKey, metaKey, altKey, shiftKey }: Pressed, mayShift = false): boolean =>
  ctrlKey || metaKey || altKey || (shiftKey && !mayShift);

/** Whether keys that are pressed there belong to a field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
