import { classNames } from '../class-names.js';

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('skeleton block h-3.5', className)} />;
}

const WIDTHS = ['w-40', 'w-32', 'w-48', 'w-36', 'w-44', 'w-28'];

/** Placeholder rows as high as the real ones. */
export function SkeletonRows({ count = 6, label = 'Loading' }: { count?: number; label?: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex h-12 items-center gap-4 border-b border-line px-4 last:border-0">
          <Skeleton className="size-7 rounded-full" />
          <Skeleton className={WIDTHS[index % WIDTHS.length] ?? ''} />
          <Skeleton className="ml-auto w-16 max-sm:hidden" />
          <Skeleton className="w-20 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}
