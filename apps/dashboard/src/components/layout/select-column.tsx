import { useState } from 'react';
import { Checkbox } from '../controls/inputs.js';
import type { Column } from '../data/grid-row.js';

interface Selecting<Row> {
  /** Names the checkbox above the rows. */
  title: string;
  /** Names the checkbox of a row. */
  nameOf: (row: Row) => string;
  isSelected: (row: Row) => boolean;
  onSelect: (row: Row) => void;
  /** Whether any row is selected. */
  some: boolean;
  onAll: () => void;
}

/** The ids of the rows that are selected. */
export function useSelection() {
  const [selected, setSelected] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setSelected(selected.includes(id) ? selected.filter((each) => each !== id) : [...selected, id]);
  return { selected, setSelected, toggle, clear: () => setSelected([]) };
}

/** Selects rows, for what can be done with several at once. */
export function selectColumn<Row>(selecting: Selecting<Row>): Column<Row> {
  const { title, nameOf, isSelected, onSelect, some, onAll } = selecting;
  return {
    key: 'select',
    title,
    head: (
      <span className="grid size-5 place-items-center">
        <Checkbox aria-label={title} checked={false} mixed={some} onChange={onAll} />
      </span>
    ),
    cell: (row) => (
      <label className="-m-2 grid size-9 place-items-center" onClick={(event) => event.stopPropagation()}>
        <Checkbox
          tabIndex={-1}
          aria-label={nameOf(row)}
          checked={isSelected(row)}
          onChange={() => onSelect(row)}
        />
      </label>
    ),
  };
}
