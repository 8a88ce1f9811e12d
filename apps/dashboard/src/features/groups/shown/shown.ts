/** Which memberships of a list are shown, and in which order, as the address has it. */
export interface Shown {
  show?: string;
  sort?: string;
}

interface Ending {
  expiresAt?: string;
}

/** Those to show, by their end if that is asked for: what has none comes last, in the order of the list. */
export function shownOf<Row extends Ending>(
  rows: readonly Row[],
  { show, sort }: Shown,
  isManaging: (row: Row) => boolean,
): readonly Row[] {
  const shown = rows.filter(
    (row) => (show !== 'ending' || row.expiresAt !== undefined) && (show !== 'managers' || isManaging(row)),
  );
  if (sort !== 'ends' && sort !== '-ends') return shown;
  const direction = sort === 'ends' ? 1 : -1;
  return shown.sort(({ expiresAt: one }, { expiresAt: other }) => {
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined);
    return direction * (Date.parse(one) - Date.parse(other));
  });
}
