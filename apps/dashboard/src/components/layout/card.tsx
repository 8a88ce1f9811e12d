import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';

interface CardProps {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Its content reaches the edges. */
  flush?: boolean;
  danger?: boolean;
  children: ReactNode;
}

export function Card({ title, description, actions, flush, danger, children }: CardProps) {
  return (
    <section
      className={classNames(
        'min-w-0 overflow-clip rounded-lg border bg-surface shadow-sm',
        danger ? 'border-bad/30' : 'border-line',
      )}
    >
      {title && (
        <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
          <div className="min-w-0">
            <h2 className="text-sm font-semibold">{title}</h2>
            {description && <p className="text-xs text-faint">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={flush ? '' : 'p-4'}>{children}</div>
    </section>
  );
}

/** Names and values, side by side where there is room. */
export function Details({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="grid items-baseline gap-x-4 px-4 py-2.5 sm:grid-cols-[10rem_1fr]">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
