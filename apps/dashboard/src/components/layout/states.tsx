import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { classNames } from '../class-names.js';
import { buttonClass } from '../controls/button.js';
import { EmptyState } from '../feedback/empty-state.js';
import { Problem } from '../feedback/problem.js';
import { Skeleton, SkeletonRows } from '../feedback/skeleton.js';
import { TEXTS } from '../../api/texts.js';
import { FRAME, Page, READING_WIDTH } from './page.js';

export function Pending() {
  return (
    <div className={classNames(FRAME, READING_WIDTH, 'gap-5')}>
      <Skeleton className="my-1 h-6 w-44" />
      <div className="rounded-lg border border-line bg-surface">
        <SkeletonRows label={TEXTS.loading} />
      </div>
    </div>
  );
}

interface UnreadProps {
  title: string;
  above?: ReactNode;
  query: { error: unknown; refetch: () => unknown };
}

/** In place of a page that has nothing to show yet: why, or that it is being read. */
export function Unread({ title, above, query: { error, refetch } }: UnreadProps) {
  if (!error) return <Pending />;
  return (
    <Page title={title} above={above}>
      <Problem error={error} retry={() => void refetch()} />
    </Page>
  );
}

export function Failed({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <div className={classNames(FRAME, READING_WIDTH)}>
      <Problem error={error} retry={reset} />
    </div>
  );
}

export function NotFound() {
  useEffect(() => {
    document.title = `${TEXTS.notFound} · Rollbook`;
  }, []);
  return (
    <EmptyState
      icon={Compass}
      isPage
      title={TEXTS.notFound}
      text={TEXTS.notFoundDetail}
      action={
        <Link to="/" className={buttonClass()}>
          {TEXTS.home}
        </Link>
      }
    />
  );
}
