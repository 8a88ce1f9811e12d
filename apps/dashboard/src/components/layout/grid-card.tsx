import type { ReactNode } from 'react';
import type { DataGridProps } from '../data/data-grid.js';
import { DataGrid } from '../data/data-grid.js';
import type { ListCardProps } from './list-card.js';
import { ListCard } from './list-card.js';

type InGrid = 'rows' | 'rowKey' | 'news' | 'total' | 'onEnd';

interface GridCardProps<Row>
  extends
    Omit<DataGridProps<Row>, InGrid>,
    Pick<ListCardProps, 'title' | 'actions' | 'empty' | 'skeletonRows'> {
  /** As `useList` gives it. */
  list: Pick<ListCardProps, 'query' | 'news'> & { rows: readonly Row[] } & Pick<
      DataGridProps<Row>,
      'total' | 'onEnd'
    >;
  /** What its cells need around them. */
  around?: (grid: ReactNode) => ReactNode;
}

/** A list of any length in each of its states. */
export function GridCard<Row extends { id: string }>(props: GridCardProps<Row>) {
  const { list, title, actions, empty, skeletonRows, around = (grid) => grid, ...grid } = props;
  const { query, rows, news, total, onEnd } = list;
  return (
    <ListCard
      isGrid
      {...{ query, news, title, actions, empty, skeletonRows }}
      isEmpty={rows.length === 0 && !query.hasNextPage}
    >
      {around(<DataGrid {...grid} {...{ rows, news, total, onEnd }} rowKey={({ id }) => id} />)}
    </ListCard>
  );
}
