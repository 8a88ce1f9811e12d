/** Which memberships of a list are shown, and in which order, as the address has it. */
export interface Shown {
  show?: string;
  /** By this; in descending order with `-` before it. */
  sort?: string;
  q?: string;
  /** `all`: also who may enter by a team. */
  paths?: string;
}

interface Row {
  expiresAt?: string;
  since?: string;
}

interface Facts<Each> {
  isManaging: (row: Each) => boolean;
  nameOf: (row: Each) => string;
  /** What else it is found by. */
  emailOf?: (row: Each) => string;
}

/** Those to show, in their order: what has no end comes last, in the order of the list. */
export function shownOf<Each extends Row>(
  rows: readonly Each[],
  { show, sort = '', q = '' }: Shown,
  { isManaging, nameOf, emailOf }: Facts<Each>,
): readonly Each[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = rows.filter((row) => {
    const text = `${nameOf(row)} ${emailOf?.(row) ?? ''}`.toLowerCase();
    return (
      (show !== 'ending' || row.expiresAt !== undefined) &&
      (show !== 'managers' || isManaging(row)) &&
      words.every((word) => text.includes(word))
    );
  });
  const direction = sort.startsWith('-') ? -1 : 1;
  const keyOf = {
    name: nameOf,
    since: ({ since }: Each) => since,
    ends: ({ expiresAt }: Each) => expiresAt,
  }[sort.replace('-', '')];
  if (!keyOf) return shown;
  return shown.sort((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return direction * a.localeCompare(b);
  });
}
