import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { SkeletonRows } from '../../components/feedback/skeleton.js';
import { Card } from '../../components/layout/card.js';
import type { Need } from './needs.js';
import { TEXTS } from './texts.js';

export function NeedsLoading() {
  return (
    <Card flush title={TEXTS.attention}>
      <SkeletonRows count={3} />
    </Card>
  );
}

/** What waits for the reader, a line each, or that nothing does. */
export function Attention({ accountId, needs }: { accountId: string; needs: readonly Need[] }) {
  return (
    <Card flush title={TEXTS.attention}>
      {needs.length === 0 && (
        <p className="flex min-h-11 items-center gap-3 px-4 text-sm text-muted">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
          {TEXTS.nothingWaits}
        </p>
      )}
      {needs.length > 0 && (
        <ul className="divide-y divide-line">
          {needs.map(({ icon: Icon, text, link: { to, search, params } }) => (
            <li key={text}>
              <Link
                {...({ to, search, params: { account: accountId, ...params } } as LinkProps)}
                className="flex min-h-11 items-center gap-3 px-4 py-2 text-sm hover:bg-hover"
              >
                <Icon aria-hidden className="size-4 shrink-0 text-warn" />
                <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
