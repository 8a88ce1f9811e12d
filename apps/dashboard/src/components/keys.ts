interface Pressed {
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** With one of these, a key belongs to the browser, the system or the screen reader, unless a pattern of the ARIA practices says otherwise. */
export const isModified = ({ ctrlKey, metaKey, altKey, shiftKey }: Pressed, mayShift = false): boolean =>
  ctrlKey || metaKey || altKey || (shiftKey && !mayShift);

export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
