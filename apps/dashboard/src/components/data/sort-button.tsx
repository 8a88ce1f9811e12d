import { ArrowDown, ArrowUp } from 'lucide-react';

interface SortButtonProps {
  title: string;
  field: string;
  sort: string | undefined;
  onSort: (sort: string) => void;
}

/** Sorts in ascending order first, then in descending order. */
export function SortButton({ title, field, sort, onSort }: SortButtonProps) {
  const Arrow = sort === `-${field}` ? ArrowDown : ArrowUp;
  const isSorted = sort === field || sort === `-${field}`;
  return (
    <button
      type="button"
      onClick={() => onSort(sort === field ? `-${field}` : field)}
      className="-mx-1.5 inline-flex h-6 items-center gap-1 rounded-sm px-1.5 font-medium hover:bg-hover hover:text-ink"
    >
      {title}
      {isSorted && <Arrow aria-hidden className="size-3" />}
    </button>
  );
}
