import type { ComponentProps } from 'react';
import { connection, isUnreachable } from '../../api/connection.js';
import { useStore } from '../../api/store.js';
import { TEXTS } from '../../api/texts.js';
import { classNames } from '../class-names.js';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

const KINDS: Record<ButtonKind, string> = {
  primary: 'bg-solid text-on-solid shadow-sm hover:bg-solid-hover border-transparent',
  secondary: 'bg-raised text-ink border-edge shadow-sm hover:bg-hover',
  quiet: 'text-muted border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-bad-solid text-on-solid border-transparent shadow-sm hover:brightness-110',
};

/** The look of a button, for links that are shown as one. */
export function buttonClass(kind: ButtonKind = 'secondary', small = false): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none',
    'transition-[background-color,filter] duration-100 disabled:opacity-55 disabled:shadow-none',
    small ? 'h-7 px-2 text-xs' : 'h-8 px-3 text-sm',
    KINDS[kind],
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind;
  small?: boolean;
  /** Shows that it is working, and prevents a second click. */
  busy?: boolean;
  /** Why it cannot be pressed now: it is greyed out, and says so. */
  blocked?: string | false | undefined;
}

export function Button({
  kind = 'secondary',
  small,
  busy,
  blocked,
  className,
  disabled,
  children,
  ...rest
}: ButtonProps) {
  const isWrite = kind === 'primary' || kind === 'danger';
  const isOff = useStore(connection, (state) => isWrite && isUnreachable(state));
  return (
    <button
      type="button"
      {...rest}
      {...((isOff || blocked) && { title: isOff ? TEXTS.writesOff : String(blocked) })}
      disabled={disabled || busy || isOff || Boolean(blocked)}
      aria-busy={busy || undefined}
      className={classNames(buttonClass(kind, small), className)}
    >
      {busy && (
        <span className="size-3 animate-spin rounded-full border-2 border-current border-t-transparent" />
      )}
      {children}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does, for people who cannot see the icon; also shown on hover. */
  label: string;
}

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classNames(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink disabled:opacity-50',
        className,
      )}
    />
  );
}
