import { classNames } from '../class-names.js';

interface ProgressProps {
  label: string;
  value: number;
  of: number;
  tone?: 'accent' | 'warn';
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
