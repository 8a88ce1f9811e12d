import { classNames } from '../class-names.js';

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('skeleton block h-3.5', className)} />;
}

const WIDTHS = ['w-40', 'w-32', 'w-48', 'w-36', 'w-44', 'w-28'];

interface SkeletonRowsProps {
  count?: number;
  label?: string;
  /** Below a heading, as high as those of a DataGrid. */
  isGrid?: boolean;
}

/** Placeholder rows as high as the real ones. */
export function SkeletonRows({ count = 6, label = 'Loading', isGrid = false }: SkeletonRowsProps) {
  return (
    <div role="status" aria-label={label}>
      {isGrid && <div className="h-9 border-b border-line bg-sunken lg:h-8" />}
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          className={classNames(
            'flex items-center gap-4 border-b border-line px-4 last:border-0',
            isGrid ? 'h-13 lg:h-9' : 'h-12',
          )}
        >
          <Skeleton className={classNames('size-7 rounded-full', isGrid && 'lg:size-6')} />
          <Skeleton className={WIDTHS[index % WIDTHS.length] ?? ''} />
          <Skeleton className="ml-auto w-16 max-sm:hidden" />
          <Skeleton className="w-20 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}
