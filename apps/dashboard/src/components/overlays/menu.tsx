import { Check, Ellipsis } from 'lucide-react';
import {
  createContext,
  use,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { classNames } from '../class-names.js';
import { IconButton } from '../controls/button.js';
import { isModified } from '../keys.js';
import { Popup } from './popup.js';

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<ComponentProps<'button'>>;
  children: ReactNode;
  align?: 'start' | 'end';
  wide?: boolean;
}

const CloseMenu = createContext<() => void>(() => undefined);

/** A menu as in the ARIA practices: arrows, Home, End and first letters move the focus. */
export function Menu({ trigger, children, align = 'end', wide }: MenuProps) {
  return (
    <Popup trigger={trigger} align={align} haspopup="menu">
      {(close) => (
        <div
          role="menu"
          ref={(menu) => itemsOf(menu)[0]?.focus()}
          onKeyDown={(event) => moveFocus(event, close)}
          className={classNames(
            'max-h-[min(26rem,80vh)] overflow-y-auto p-1 text-sm',
            wide ? 'w-56' : 'min-w-44',
          )}
        >
          <CloseMenu value={close}>{children}</CloseMenu>
        </div>
      )}
    </Popup>
  );
}

const itemsOf = (menu: Element | null) => [
  ...(menu?.querySelectorAll<HTMLButtonElement>('[role=menuitem]:not(:disabled)') ?? []),
];

function moveFocus(event: KeyboardEvent<HTMLElement>, close: () => void) {
  const items = itemsOf(event.currentTarget);
  const at = items.findIndex((item) => item === document.activeElement);
  const { key } = event;
  if (key === 'Tab') close();
  // Shift alone makes a letter a capital.
  if (key === 'Tab' || isModified(event, key.length === 1)) return;
  const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
  const next =
    step !== undefined
      ? items.at(step % items.length)
      : key.length === 1 &&
        [...items.slice(at + 1), ...items].find((item) =>
          item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()),
        );
  if (!next || key === ' ') return;
  event.preventDefault();
  next.focus();
}

interface MenuItemProps {
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** Of choices, whether it is the one that was made. */
  current?: boolean;
  children: ReactNode;
}

export function MenuItem({ onSelect, danger, disabled, current, children }: MenuItemProps) {
  const close = use(CloseMenu);
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      disabled={disabled}
      aria-current={current || undefined}
      onMouseEnter={(event) => event.currentTarget.focus({ preventScroll: true })}
      onClick={(event) => {
        event.stopPropagation();
        close();
        onSelect();
      }}
      className={classNames(
        'flex min-h-8 w-full items-center gap-2 rounded-md px-2 py-1 text-left outline-none select-none disabled:opacity-50',
        danger ? 'text-bad focus:bg-bad-soft' : 'focus:bg-hover',
      )}
    >
      {children}
      {current && <Check aria-hidden className="ml-auto size-4 shrink-0 text-accent" />}
    </button>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <p aria-hidden className="px-2 pt-1.5 pb-1 text-xs text-faint">
      {children}
    </p>
  );
}

export function MenuSeparator() {
  return <hr className="my-1 border-line" />;
}

export function MoreMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu
      trigger={
        <IconButton label={label} onClick={(event) => event.stopPropagation()}>
          <Ellipsis aria-hidden className="size-4" />
        </IconButton>
      }
    >
      {children}
    </Menu>
  );
}
