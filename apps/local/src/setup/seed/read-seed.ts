import { readFileSync } from 'node:fs';
import { isMap, isPair, LineCounter, parseDocument, type Document, type Node } from 'yaml';
import { ConfigurationError } from '../../settings/configuration.js';

/** The place of a value in the file: `['accounts', 0, 'users', 1, 'email']`. */
export type Place = readonly (string | number)[];

/** What is sent to the API as it is written: its rules are the API's, which says what is wrong with it. */
export type Fields = Readonly<Record<string, unknown>>;

export interface SeedGroup {
  fields: Fields;
  /** Emails of users of the account. */
  members: readonly string[];
}

export interface SeedAccount {
  fields: Fields;
  users: readonly Fields[];
  groups: readonly SeedGroup[];
  keys: readonly Fields[];
}

export interface Seed {
  accounts: readonly SeedAccount[];
  /** A mistake, with the file, the line and the field. */
  mistake(place: Place, detail: string): ConfigurationError;
}

/** The lists of an account, and by what their entries are found again. */
const LISTS = { users: 'email', groups: 'name', keys: 'name' } as const;

/** @throws ConfigurationError that names the file, the line and the field */
export function readSeed(file: string): Seed {
  const lines = new LineCounter();
  const document = parseDocument(textOf(file), { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => `${file}:${lines.linePos(offset).line}`;
  const [error] = document.errors;
  if (error) throw new ConfigurationError(`${at(error.pos[0])}: ${error.message}.`);
  const mistake = (place: Place, detail: string) => {
    const name = place.reduce<string>(
      (path, each) => (typeof each === 'number' ? `${path}[${each}]` : path ? `${path}.${each}` : each),
      '',
    );
    return new ConfigurationError(`${at(offsetOf(document, place))}: ${name ? `${name}: ` : ''}${detail}`);
  };
  const reader = readerOf(mistake);
  const root = reader.mapping(document.toJS() as unknown, []);
  const unknown = Object.keys(root).find((name) => name !== 'accounts');
  if (unknown !== undefined) throw mistake([unknown], 'is not known here: there is only accounts.');
  const accounts = reader
    .list(root['accounts'], ['accounts'])
    .map((account, index) => reader.account(account, ['accounts', index]));
  reader.requireDifferent(
    accounts.map(({ fields }) => fields),
    'name',
    ['accounts'],
  );
  return { accounts, mistake };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError(
      `The seed ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      { cause: error },
    );
  }
}

/** Of the key rather than of its value, and of what is around it if it is not there. */
function offsetOf(document: Document, place: Place): number {
  for (let length = place.length; length >= 0; length -= 1) {
    const around = document.getIn(place.slice(0, length - 1), true);
    const last = place[length - 1];
    const pair =
      isMap(around) && around.items.find(({ key }) => (key as { value?: unknown } | null)?.value === last);
    const node = (isPair(pair) ? pair.key : document.getIn(place.slice(0, length), true)) as Node | undefined;
    if (node?.range) return node.range[0];
  }
  return 0;
}

/** Reads what is written, and complains of its shape. */
function readerOf(mistake: Seed['mistake']) {
  const mapping = (value: unknown, place: Place): Fields => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
    throw mistake(place, 'must have fields, such as `name: Acme`.');
  };
  const list = (value: unknown, place: Place): readonly unknown[] => {
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value;
    throw mistake(place, 'must be a list: each entry begins with `- `.');
  };
  const text = (value: unknown, place: Place): string => {
    if (typeof value === 'string' && value.trim() !== '') return value;
    throw mistake(place, 'must be a text.');
  };
  const keyOf = (value: unknown) => String(value).trim().toLowerCase();
  const requireDifferent = (entries: readonly Fields[], field: string, place: Place) => {
    const seen = new Set<string>();
    for (const [index, entry] of entries.entries()) {
      const own = [...place, index, field];
      const value = text(entry[field], own);
      if (seen.has(keyOf(value))) throw mistake(own, `"${value}" is there twice.`);
      seen.add(keyOf(value));
    }
  };
  const account = (value: unknown, place: Place): SeedAccount => {
    const { users: _, groups: __, keys: ___, ...fields } = mapping(value, place);
    const entries = (name: keyof typeof LISTS) => {
      const own = [...place, name];
      const read = list(mapping(value, place)[name], own).map((entry, index) =>
        mapping(entry, [...own, index]),
      );
      requireDifferent(read, LISTS[name], own);
      return read;
    };
    const users = entries('users');
    const emails = new Set(users.map(({ email }) => keyOf(email)));
    const groups = entries('groups').map(({ members, ...rest }, index) => {
      const own = [...place, 'groups', index, 'members'];
      const read = list(members, own).map((member, nth) => {
        const email = text(member, [...own, nth]);
        if (emails.has(keyOf(email))) return email;
        throw mistake([...own, nth], `no user of this account has the email "${email}".`);
      });
      return { fields: rest, members: read };
    });
    return { fields, users, groups, keys: entries('keys') };
  };
  return { mapping, list, account, requireDifferent };
}
