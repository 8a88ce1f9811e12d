import { ArrowUp } from 'lucide-react';
import type { News } from '../../api/lists.js';
import { TEXTS } from '../../api/texts.js';
import { formatNumber } from './numbers.js';

/** Lies over a list that holds changes back, and moves nothing either. Silent: nobody is to be interrupted by what others do. */
export function NewsButton({ news: { added, gone, show } }: { news: News }) {
  if (added + gone.size === 0) return null;
  const count = formatNumber(added + gone.size);
  return (
    <div className="sticky top-24 z-20 grid h-0 justify-items-center lg:top-12 print:hidden">
      <button
        type="button"
        onClick={show}
        className="-mt-4 flex h-8 items-center gap-1.5 rounded-full bg-solid px-3 text-xs font-medium text-on-solid shadow-md"
      >
        <ArrowUp aria-hidden className="size-3.5" />{' '}
        {gone.size === 0 ? TEXTS.added(count) : TEXTS.changed(count)}
      </button>
    </div>
  );
}
