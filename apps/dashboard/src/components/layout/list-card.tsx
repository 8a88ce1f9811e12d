import type { ReactNode } from 'react';
import type { News } from '../../api/lists.js';
import { NewsButton } from '../data/news.js';
import { Problem } from '../feedback/problem.js';
import { SkeletonRows } from '../feedback/skeleton.js';
import { Card } from './card.js';

interface ListCardProps {
  query: { isPending: boolean; error: unknown; refetch: () => unknown };
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

/** A list in each of its states: failed is not empty, and what was read before a failure stays. */
export function ListCard(props: ListCardProps) {
  const { query, isEmpty, empty, title, actions, skeletonRows, isGrid = false, news, children } = props;
  const { isPending, error, refetch } = query;
  return (
    <>
      {error != null && <Problem error={error} retry={() => void refetch()} />}
      {!(error != null && isEmpty) && (
        <Card flush title={title} actions={actions}>
          {news && <NewsButton news={news} />}
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
