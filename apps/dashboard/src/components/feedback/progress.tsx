import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';

interface ProgressProps {
  label: string;
  value: number;
  of: number;
  tone?: 'accent' | 'warn';
}

/** Of what runs in a dialog, and goes on when that is closed. */
export function RunningProgress({ label, value, of, goesOn }: ProgressProps & { goesOn: ReactNode }) {
  return (
    <div className="grid gap-2">
      <p role="status">{label}</p>
      <Progress {...{ label, value, of }} />
      {goesOn && <p className="text-xs text-muted">{goesOn}</p>}
    </div>
  );
}

export function Progress({ label, value, of, tone = 'accent' }: ProgressProps) {
  const share = of === 0 ? 0 : Math.min(1, value / of);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={Math.min(value, of)}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className={classNames('h-full rounded-full', tone === 'warn' ? 'bg-warn' : 'bg-solid')}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
