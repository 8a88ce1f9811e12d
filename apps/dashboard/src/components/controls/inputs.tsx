import { ChevronDown, Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.js';

const BOX =
  'w-full rounded-md border border-edge bg-raised text-ink shadow-sm placeholder:text-faint ' +
  'hover:border-control focus-visible:border-accent aria-invalid:border-bad disabled:bg-sunken disabled:text-muted';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classNames(BOX, 'h-8 px-2.5 text-sm', className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...rest} className={classNames(BOX, 'px-2.5 py-1.5 text-sm', className)} />;
}

export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classNames('relative inline-flex', className)}>
      <select {...rest} className={classNames(BOX, 'h-8 appearance-none truncate pr-7 pl-2.5 text-sm')}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-muted"
      />
    </span>
  );
}

export function SearchInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <span className={classNames('relative block', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-faint"
      />
      <input
        type="search"
        data-shortcut="search"
        autoComplete="off"
        spellCheck={false}
        {...rest}
        className={classNames(BOX, 'h-8 pr-2 pl-8 text-sm')}
      />
    </span>
  );
}

/** `mixed`: neither checked nor unchecked. */
export function Checkbox({ mixed, className, ...rest }: ComponentProps<'input'> & { mixed?: boolean }) {
  return (
    <input
      type="checkbox"
      ref={(input) => {
        if (input) input.indeterminate = Boolean(mixed);
      }}
      {...rest}
      className={classNames('checkbox size-4 shrink-0', className)}
    />
  );
}
