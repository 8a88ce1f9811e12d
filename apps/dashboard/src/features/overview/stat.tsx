import { Link, type LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { formatNumber } from '../../components/data/numbers.js';
import { Progress } from '../../components/feedback/progress.js';
import { Skeleton } from '../../components/feedback/skeleton.js';
import { TEXTS } from './texts.js';

interface StatProps {
  icon: LucideIcon;
  label: string;
  /** Undefined while it is loading, null until it has been counted. */
  value: number | null | undefined;
  more?: boolean;
  limit?: number | undefined;
  to: LinkProps['to'];
  account: string;
}

const NEARLY = 0.9;

export function Stat({ icon: Icon, label, value, more, limit, to, account }: StatProps) {
  return (
    <Link
      {...({ to, params: { account } } as LinkProps)}
      className="grid content-start gap-2 rounded-lg border border-line bg-surface p-4 shadow-sm hover:border-edge"
    >
      <span className="flex items-center gap-2 text-sm text-muted">
        <Icon aria-hidden className="size-4" /> {label}
      </span>
      {value === undefined ? (
        <Skeleton className="my-1 h-6 w-16" />
      ) : (
        <span className="text-xl font-semibold tracking-tight tabular-nums">
          {value === null ? '–' : formatNumber(value)}
          {more && '+'}
          {limit !== undefined && (
            <span className="ml-1.5 text-sm font-normal text-faint">{TEXTS.of(formatNumber(limit))}</span>
          )}
        </span>
      )}
      {limit !== undefined && typeof value === 'number' && (
        <Progress label={label} value={value} of={limit} tone={value >= limit * NEARLY ? 'warn' : 'accent'} />
      )}
    </Link>
  );
}
