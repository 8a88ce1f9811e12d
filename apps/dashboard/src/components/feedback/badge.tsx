import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';

export type Tone = 'neutral' | 'good' | 'bad' | 'warn' | 'accent';

const TONES: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted ring-line',
  good: 'bg-good-soft text-good ring-good/20',
  bad: 'bg-bad-soft text-bad ring-bad/20',
  warn: 'bg-warn-soft text-warn ring-warn/25',
  accent: 'bg-soft text-accent ring-accent/20',
};

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-2xs font-medium whitespace-nowrap ring-1 ring-inset',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
