import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';

const LOOKS = {
  info: ['bg-soft text-accent border-accent/20', Info],
  warn: ['bg-warn-soft text-warn border-warn/25', TriangleAlert],
  bad: ['bg-bad-soft text-bad border-bad/20', CircleAlert],
} as const;

interface BannerProps {
  tone?: keyof typeof LOOKS;
  title?: string;
  action?: ReactNode;
  children?: ReactNode;
}

export function Banner({ tone = 'info', title, action, children }: BannerProps) {
  const [look, Icon] = LOOKS[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border px-3 py-2.5 text-sm',
        look,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-36 flex-1">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className={title ? 'text-ink/80' : ''}>{children}</div>}
      </div>
      {action}
    </div>
  );
}
