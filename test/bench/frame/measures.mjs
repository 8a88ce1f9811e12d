// What a part hands over: tables of measures. A measure is one subject in one row of one table, with a value for each
// round, and, where the table has a baseline, each round's ratio to it: what else the machine did then is in both.

export class Measures {
  constructor() {
    this.tables = [];
    this.remarks = [];
  }

  /**
   * @param {{title: string, unit?: string, baseline?: string, chart?: 'bars' | 'lines', axis?: 'linear', exact?: boolean,
   *   rowTitle?: string, digits?: number, goals?: object, note?: string}} description
   *   `exact`: counts, which do not depend on the machine. `goals`, by row: `{ subject, goals: [{ of?, most?, least? }] }`
   */
  table(description) {
    const table = { ...description, measures: [] };
    this.tables.push(table);
    return table;
  }

  remark(text) {
    this.remarks.push(text);
  }
}

/** Adds a round: what each subject took, and its ratio to the baseline of the same round. */
export function addRound(table, row, figures) {
  const base = table.baseline === undefined ? undefined : figures[table.baseline];
  for (const [subject, value] of Object.entries(figures)) {
    const measure = measureOf(table, row, subject);
    measure.values.push(value);
    if (base !== undefined) measure.ratios.push(value / base);
  }
}

function measureOf(table, row, subject) {
  const known = table.measures.find((measure) => measure.row === row && measure.subject === subject);
  if (known) return known;
  const measure = { row, subject, values: [], ratios: [] };
  table.measures.push(measure);
  return measure;
}

export const rowsOf = (table) => [...new Set(table.measures.map(({ row }) => row))];
export const subjectsOf = (table) => [...new Set(table.measures.map(({ subject }) => subject))];

export function measureIn(table, row, subject) {
  return table.measures.find((measure) => measure.row === row && measure.subject === subject);
}
