import {
  cloneElement,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react';
import { classNames } from '../class-names.js';

interface PopupProps {
  /** The button that opens it. */
  trigger: ReactElement<ComponentProps<'button'>>;
  align?: 'start' | 'end';
  haspopup: 'menu' | 'dialog';
  className?: string;
  /** Receives a function that closes it. */
  children: (close: () => void) => ReactNode;
}

const GAP = 4;
const EDGE = 8;

/**
 * A popover of the browser under its button: it closes with Esc or a click elsewhere, returns the focus, and is shown
 * above dialogs too.
 */
export function Popup({ trigger, align = 'end', haspopup, className, children }: PopupProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Which opening it is; 0: it is closed.
  const [opening, setOpening] = useState(0);
  const open = opening > 0;

  function place() {
    const [box, anchor] = [panel.current, button.current?.getBoundingClientRect()];
    if (!box || !anchor) return;
    const { offsetWidth: width, offsetHeight: height } = box;
    const left = align === 'start' ? anchor.left : anchor.right - width;
    const below = anchor.bottom + GAP;
    const fits = below + height <= innerHeight - EDGE;
    box.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
    box.style.top = `${fits ? below : Math.max(EDGE, anchor.top - GAP - height)}px`;
  }

  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        popoverTarget: id,
        'aria-haspopup': haspopup,
        'aria-expanded': open,
      })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        // Closed and opened again at once, it tells of the opening alone: its content begins anew all the same, and takes the focus.
        onToggle={({ newState }) => setOpening(newState === 'open' ? (last) => last + 1 : 0)}
        className={classNames(
          'fixed inset-auto m-0 overflow-hidden rounded-lg border border-line bg-raised p-0 text-ink shadow-md',
          className,
        )}
      >
        {open && (
          <div key={opening} ref={place} className="enter">
            {children(() => panel.current?.hidePopover())}
          </div>
        )}
      </div>
    </>
  );
}
