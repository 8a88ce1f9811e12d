import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** What this is, or why there is nothing. */
  children?: ReactNode;
  /** One. */
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1 px-6 py-14 text-center">
      <span className="mb-3 grid size-11 place-items-center rounded-xl border border-line bg-sunken text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="text-base font-medium">{title}</p>
      {children && <div className="max-w-96 text-sm text-pretty text-muted">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
