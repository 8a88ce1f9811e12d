import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { Button, IconButton } from '../controls/button.js';
import { textsIn, type TypedText } from './focus.js';
import { Modal } from './modal.js';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Its first button changes nothing: it has the focus if there is no field. */
  footer?: ReactNode;
  wide?: boolean;
  /** What is typed is worth nothing later, as what confirms an action. */
  isPassing?: boolean;
}

export function Dialog({ title, onClose, children, footer, wide, isPassing }: DialogProps) {
  const heading = useId();
  const content = useRef<HTMLDivElement>(null);
  const atFirst = useRef<TypedText>(new Map());
  /** What had the focus before the question whether to discard the typed text. Undefined: there is no question. */
  const [focusBefore, setFocusBefore] = useState<Element | null>();
  useLayoutEffect(() => {
    atFirst.current = textsIn(content.current);
  }, []);
  function close() {
    const typed = [...textsIn(content.current)].filter(
      ([field, text]) => text.trim() !== (atFirst.current.get(field) ?? '').trim(),
    );
    if (focusBefore !== undefined) keep();
    else if (typed.length > 0 && !isPassing) setFocusBefore(document.activeElement);
    else onClose();
  }
  function keep() {
    setFocusBefore(undefined);
    if (focusBefore instanceof HTMLElement) focusBefore.focus();
  }
  return (
    <Modal
      aria-labelledby={heading}
      onClose={close}
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
        <IconButton label="Close" onClick={close}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <div ref={content} className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        {children}
      </div>
      {focusBefore !== undefined ? (
        <Discard onKeep={keep} onDiscard={onClose} />
      ) : (
        footer && (
          <div data-footer data-send className={FOOTER}>
            {footer}
          </div>
        )
      )}
    </Modal>
  );
}

const FOOTER = 'flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-5 py-3';

/** In place of the footer. */
function Discard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <div data-footer className={FOOTER}>
      <p role="alert" className="min-w-40 flex-1 text-sm font-medium">
        Discard what you typed?
      </p>
      <Button autoFocus onClick={onKeep}>
        Keep editing
      </Button>
      <Button className="text-bad" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
