import { keyTextOf } from '../definitions/table.js';
import { entityNameOf } from '../items/item-codec.js';
import type { WireItem } from '../wire/wire.js';
import { compileKeyTemplate, escapeKeyValue } from '../keys/key-template.js';
import { decodeUnknown } from '../wire/wire.js';
import type { WorkbenchTable } from './workbench.js';

/** The attribute that names the facet of every sample item. */
export function discriminatorIn({ NonKeyAttributes = [], TableFacets = [], TableData = [] }: WorkbenchTable) {
  const names = new Set(TableFacets.map((facet) => facet.FacetName));
  if (TableData.length === 0) return undefined;
  return NonKeyAttributes.map((each) => each.AttributeName).find((name) =>
    TableData.every((row) => names.has(entityNameOf(name, row) ?? '')),
  );
}

interface Sought {
  key: string;
  /** Taken if it is a template that makes the keys of all rows, or if there are none. */
  hint: string | undefined;
  rows: readonly WireItem[];
  /** The attributes that it may be made of. */
  given: readonly string[];
  isNumber: boolean;
}

/** A template that makes the key of every row of its other attributes, or undefined if there is none. */
export function inferTemplate(sought: Sought): string | undefined {
  const { hint, rows, given, isNumber, key } = sought;
  if (hint !== undefined && makes(hint, sought)) return hint;
  const [first] = rows;
  if (!first) return undefined;
  const known = given.filter((name) =>
    rows.every((row) => row[name] && /^[SN]$/.test(Object.keys(row[name])[0]!)),
  );
  const text = keyTextOf(first[key]);
  if (isNumber) return known.map((name) => `{${name}}`).find((each) => makes(each, sought));
  // Each attribute may stand where its value does; one that only happens to have it is found out by another row.
  for (const without of [undefined, ...known]) {
    const template = generalise(
      text,
      first,
      known.filter((name) => name !== without),
    );
    if (makes(template, sought)) return template;
  }
  return undefined;
}

/** The key of one row with each value of an attribute, between delimiters, written as a variable. The longest come first. */
function generalise(text: string, row: WireItem, names: readonly string[]): string {
  const values = names.flatMap((name) => formsOf(name, row)).sort((a, b) => b.text.length - a.text.length);
  let template = text;
  for (const { text: value, variable, name } of values) {
    if (value === '' || template.includes(`{${name}`)) continue;
    const parts = template.split(/(\{[^}]*\})/);
    const at = parts.findIndex((part) => !part.startsWith('{') && placeOf(part, value) >= 0);
    if (at < 0) continue;
    const part = parts[at]!;
    const start = placeOf(part, value);
    parts[at] = part.slice(0, start) + variable + part.slice(start + value.length);
    template = parts.join('');
  }
  return template;
}

/** Where a value stands between delimiters. */
function placeOf(part: string, value: string): number {
  const isEdge = (character: string | undefined) => character === undefined || ':#/|'.includes(character);
  for (let at = part.indexOf(value); at >= 0; at = part.indexOf(value, at + 1))
    if (isEdge(part[at - 1]) && isEdge(part[at + value.length])) return at;
  return -1;
}

function formsOf(name: string, row: WireItem): { name: string; text: string; variable: string }[] {
  const text = keyTextOf(row[name]);
  if ('N' in row[name]!)
    return Array.from({ length: 15 }, (_, at) => ({
      name,
      text: text.padStart(at + 1, '0'),
      variable: `{${name}:${at + 1}}`,
    })).filter((form) => form.text.length === Number(form.variable.slice(name.length + 2, -1)));
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);
  return [
    { name, text: escapeKeyValue(text), variable: `{${name}}` },
    ...(isTime ? [{ name, text, variable: `{${name}:iso}` }] : []),
  ];
}

function makes(text: string, { rows, key, given, isNumber }: Sought): boolean {
  try {
    const template = compileKeyTemplate(text, isNumber);
    return rows.every((row) => {
      const values = Object.fromEntries(
        given.flatMap((name) => (row[name] ? [[name, decodeUnknown(row[name], name)] as const] : [])),
      );
      const own = keyTextOf(row[key]);
      return template.build({ ...template.parse(own), ...values }) === own;
    });
  } catch {
    // No template at all, or values that it cannot take.
    return false;
  }
}
