import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { IconButton } from '../controls/button.js';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  wide?: boolean;
}

/**
 * The browser's dialog: it keeps the focus inside, closes with Esc, and returns the focus. Libraries' dialogs add a style
 * element to lock scrolling, which the page's policy refuses.
 */
export function Dialog({ title, onClose, children, footer, wide }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    // Only what is shown can have the focus, so children, and their `autoFocus`, are rendered once the dialog is open.
    setIsOpen(true);
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
      className={classNames(
        'enter m-auto max-h-[min(44rem,calc(100dvh-2rem))] w-[min(100vw-2rem,var(--width))] flex-col overflow-hidden rounded-xl border border-line bg-raised p-0 shadow-lg open:flex',
        wide ? '[--width:46rem]' : '[--width:30rem]',
      )}
    >
      {/* Outside a section, a header and a footer would be the banner and contentinfo landmarks of the page. */}
      <div className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
        <h2 id={heading} className="min-w-0 text-base font-semibold break-words">
          {title}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{isOpen && children}</div>
      {isOpen && footer && (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-5 py-3">
          {footer}
        </div>
      )}
    </dialog>
  );
}
