import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { focusFirst, keepFocus } from './focus.js';

interface ModalProps {
  'aria-label'?: string;
  'aria-labelledby'?: string;
  className: string;
  /** On Esc, a click outside, or when the browser closes it. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * The browser's dialog: it keeps the focus inside, and gives it back. Libraries' dialogs add a style element to lock scrolling,
 * which the page's policy refuses.
 */
export function Modal({ onClose, children, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const box = dialog.current;
    if (!box) return;
    // React's `autoFocus` runs before this, when the dialog is not shown yet and nothing in it can have the focus.
    box.showModal();
    const stop = focusFirst(box);
    return () => {
      stop();
      // The browser gives the focus back to what had it, which cannot take it while the dialog is open.
      box.close();
      keepFocus();
    };
  }, []);
  return (
    <dialog
      {...rest}
      ref={dialog}
      onKeyDown={(event) => {
        if (isSending(event)) dialog.current?.querySelector<HTMLElement>(SEND)?.click();
        if (event.key !== 'Escape' || event.defaultPrevented || isForBrowser(event.target)) return;
        // Before the browser counts it: the second Esc in a row would close the dialog by itself.
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  );
}

/** The last button of a footer that has several: the first one changes nothing. */
const SEND = ':scope > [data-send] > button:last-child:not(:first-child)';

/** From a text of several lines too, in which Enter begins another one. */
const isSending = ({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent) =>
  key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing;

/** Esc empties a search field that has text, and closes a menu above the dialog. */
function isForBrowser(target: EventTarget): boolean {
  if (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '') return true;
  return target instanceof Element && target.closest('[popover]') !== null;
}
