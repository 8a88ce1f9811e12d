import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  /** Instead of the icon: rows as they will be, made of the parts that show them. Only to be seen. */
  picture?: readonly ReactNode[] | undefined;
  title: string;
  /** If it is all the page shows. */
  isPage?: boolean;
  /** What would be here, or why there is nothing. */
  text?: ReactNode;
  /** The one thing to do next. */
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, picture, title, isPage, text, action }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="grid justify-items-center gap-1 px-6 py-14 text-center">
      {picture ? (
        <div
          aria-hidden
          inert
          className="mb-4 w-full max-w-96 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface text-left text-sm shadow-sm select-none mask-b-from-30% print:hidden"
        >
          {picture.map((row, index) => (
            <div key={index} className="flex h-9 items-center gap-3 px-3 whitespace-nowrap">
              {row}
            </div>
          ))}
        </div>
      ) : (
        <span className="mb-3 grid size-11 place-items-center rounded-xl border border-line bg-sunken text-muted">
          <Icon aria-hidden className="size-5" />
        </span>
      )}
      <Title className="text-base font-medium">{title}</Title>
      {text && <div className="max-w-96 text-sm text-pretty text-muted">{text}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
