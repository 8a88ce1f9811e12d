import type { ReactNode } from 'react';
import type { News } from '../../api/lists.js';
import { TEXTS } from '../../api/texts.js';
import { NewsButton } from '../data/news.js';
import { Time } from '../data/time.js';
import { Problem } from '../feedback/problem.js';
import { SkeletonRows } from '../feedback/skeleton.js';
import { Card } from './card.js';

export interface ListCardProps {
  query: {
    isPending: boolean;
    error: unknown;
    refetch: () => unknown;
    isFetching?: boolean;
    hasNextPage?: boolean;
    /** In milliseconds since 1970. */
    dataUpdatedAt?: number;
  };
  isEmpty: boolean;
  /** Shown when the list was read and is empty. */
  empty: ReactNode;
  title?: ReactNode;
  actions?: ReactNode;
  skeletonRows?: number;
  /** Whether a DataGrid will be there. */
  isGrid?: boolean;
  /** What the list holds back. */
  news?: News | undefined;
  children: ReactNode;
}

const FRESH_MS = 60_000;

/** A list in each of its states: failed is not empty, and what was read before a failure stays. */
export function ListCard(props: ListCardProps) {
  const { query, isEmpty, empty, title, actions, skeletonRows, isGrid = false, news, children } = props;
  const { isPending, error, refetch, isFetching, dataUpdatedAt = 0 } = query;
  const isOld = Date.now() - dataUpdatedAt > FRESH_MS;
  return (
    <>
      {error != null && <Problem error={error} retry={() => void refetch()} />}
      {!(error != null && isEmpty) && (
        <Card flush title={title} actions={actions}>
          {news && <NewsButton news={news} />}
          {!isPending && isOld && (isFetching || error != null) && <Age at={dataUpdatedAt} />}
          {isPending ? (
            <SkeletonRows isGrid={isGrid} {...(skeletonRows && { count: skeletonRows })} />
          ) : isEmpty ? (
            empty
          ) : (
            children
          )}
        </Card>
      )}
    </>
  );
}

/** Lies over the end of a list that was read a while ago, until it has been read again, and moves nothing. */
function Age({ at }: { at: number }) {
  return (
    <div className="late sticky top-24 z-20 grid h-0 justify-items-end lg:top-12">
      <p className="mt-1 mr-1 h-6 rounded-md bg-raised px-2 text-xs leading-6 text-muted shadow-sm">
        {TEXTS.updated} <Time at={new Date(at).toISOString()} />
      </p>
    </div>
  );
}
