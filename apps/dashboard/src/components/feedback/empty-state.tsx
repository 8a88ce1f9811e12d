import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** If it is all the page shows. */
  isPage?: boolean;
  /** What would be here, or why there is nothing. */
  children?: ReactNode;
  /** The one thing to do next. */
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, isPage, children, action }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="grid justify-items-center gap-1 px-6 py-14 text-center">
      <span className="mb-3 grid size-11 place-items-center rounded-xl border border-line bg-sunken text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <Title className="text-base font-medium">{title}</Title>
      {children && <div className="max-w-96 text-sm text-pretty text-muted">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
