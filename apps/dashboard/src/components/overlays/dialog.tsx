import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
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
 * A dialog of the browser: it keeps the focus inside, closes by Esc, and gives the focus back. Those of libraries add a
 * style element to lock the scroll, which the policy of the page refuses.
 */
export function Dialog({ title, onClose, children, footer, wide }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
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
      <header className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
        <h2 id={heading} className="min-w-0 text-base font-semibold break-words">
          {title}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
      {footer && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-5 py-3">
          {footer}
        </footer>
      )}
    </dialog>
  );
}
