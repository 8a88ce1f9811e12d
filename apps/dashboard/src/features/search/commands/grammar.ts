import type { Permission } from '../../../api/resources/session.js';
import { endsInWords } from './ends-in-words.js';

/** What typed words can mean. Names are as typed: who and what they are is looked up elsewhere. */
export type Reading =
  | { kind: 'suspend' | 'reactivate' | 'remove'; who: string }
  | { kind: 'give'; who: string; group: string; until?: string }
  | { kind: 'end'; who: string; group: string }
  | { kind: 'invite'; addresses: string }
  | { kind: 'new-group'; name: string }
  | { kind: 'new-key' | 'undo' }
  | { kind: 'theme'; theme: 'dark' | 'light' | 'system' }
  | { kind: 'go'; where: string };

export type Kind = Reading['kind'];

/** What it takes to be offered a command, as it does on the pages. */
export const NEEDS: Readonly<Record<Kind, readonly Permission[]>> = {
  suspend: ['users:read', 'users:write'],
  reactivate: ['users:read', 'users:write'],
  remove: ['users:read', 'users:write'],
  give: ['users:read', 'memberships:write'],
  end: ['users:read', 'memberships:write'],
  invite: ['users:write'],
  'new-group': ['service-groups:write'],
  'new-key': ['api-keys:write'],
  undo: ['events:read', 'users:write'],
  theme: [],
  go: [],
};

/** How each begins: the first is what is shown, and completed. */
const BEGINNINGS: readonly [Kind, string, ...string[]][] = [
  ['give', 'give', 'add', 'let'],
  ['end', 'end', 'take', 'remove'],
  ['suspend', 'suspend'],
  ['reactivate', 'reactivate', 'unsuspend'],
  ['remove', 'remove', 'offboard'],
  ['invite', 'invite'],
  ['new-group', 'new group', 'new service group', 'create group', 'create service group'],
  ['new-key', 'new key', 'new api key', 'create api key'],
  ['undo', 'undo'],
  ['theme', 'dark'],
  ['theme', 'light'],
  ['theme', 'system'],
  ['go', 'go to', 'go', 'open'],
];

/** With what a command of a kind begins. */
export const phraseOf = (kind: Kind): string => BEGINNINGS.find(([each]) => each === kind)?.[1] ?? '';

export interface GrammarContext {
  may: (permission: Permission) => boolean;
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
}

/** All that a text can mean as a command and that the person may do, the likeliest first. What is no command has none. */
export function readingsOf(text: string, context: GrammarContext): Reading[] {
  const words = text.trim().replaceAll('’', "'").split(/\s+/);
  return BEGINNINGS.filter(([kind]) => NEEDS[kind].every(context.may)).flatMap(([kind, ...beginnings]) => {
    const found = beginnings.find((beginning) => startsWith(words, beginning.split(' ')));
    return found === undefined ? [] : readingsAs(kind, found, words.slice(found.split(' ').length), context);
  });
}

/** The commands that a text can be the beginning of, each as it is completed. */
export function beginningsOf(text: string, may: GrammarContext['may']): { kind: Kind; phrase: string }[] {
  const typed = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  return BEGINNINGS.filter(([kind, ...all]) => {
    const isBegun = all.some((beginning) => beginning.startsWith(typed));
    return kind !== 'go' && isBegun && NEEDS[kind].every(may);
  }).map(([kind, phrase]) => ({ kind, phrase }));
}

function readingsAs(kind: Kind, verb: string, rest: readonly string[], context: GrammarContext): Reading[] {
  const whole = rest.join(' ');
  switch (kind) {
    case 'suspend':
    case 'reactivate':
    case 'remove':
      return whole ? [{ kind, who: whole }] : [];
    case 'give':
      return givings(rest, verb, context);
    case 'end':
      return endings(rest, verb);
    case 'invite':
      return !whole || whole.includes('@') ? [{ kind, addresses: whole }] : [];
    case 'new-group':
      return [{ kind, name: whole }];
    case 'new-key':
      return whole ? [] : [{ kind }];
    case 'undo':
      return /^((my |the )?last( change)?)?$/i.test(whole) ? [{ kind }] : [];
    case 'theme':
      return /^(theme|mode)?$/i.test(whole) ? [{ kind, theme: verb as 'dark' }] : [];
    case 'go':
      return whole ? [{ kind, where: whole }] : [];
    default:
      return kind satisfies never;
  }
}

/** “ada prod”, “ada access to prod”, “prod to ada”; “add” and “let” have the person first, then “to” or “into”. */
function givings(rest: readonly string[], verb: string, { now, timeZone }: GrammarContext): Reading[] {
  const readings: Reading[] = [];
  // Last comes the reading in which “until” and “for” are parts of names.
  for (const [at] of [...rest.entries(), [rest.length] as const]) {
    const what = rest.slice(0, at);
    const ends = at < rest.length ? endsInWords(rest.slice(at), now, timeZone) : [undefined];
    for (const [who, group] of verb === 'give' ? pairsOf(what) : splits(what, ['to'], ['into']))
      for (const until of ends) readings.push({ kind: 'give', who, group, ...(until && { until }) });
  }
  return readings;
}

const pairsOf = (words: readonly string[]): Pair[] => [
  ...splits(words, ['access', 'to']),
  ...splits(words, ['to']).map(([group, who]): Pair => [who, group]),
  ...splits(words, []),
];

/** “ada's prod”, “ada's access to prod”, “prod from ada”; “remove” has the person first. */
function endings(rest: readonly string[], verb: string): Reading[] {
  const owned = splits(rest, []).flatMap(([owner, what]): Pair[] => {
    const who = owner.replace(/('s|(?<=s)')$/i, '');
    if (who === owner || !who) return [];
    const group = what.replace(/^access to /i, '');
    return group === what
      ? [[who, what]]
      : [
          [who, group],
          [who, what],
        ];
  });
  const from = splits(rest, ['from']);
  const apart = verb === 'remove' ? from : from.map(([group, who]): Pair => [who, group]);
  return [...owned, ...apart].map(([who, group]) => ({ kind: 'end', who, group }));
}

type Pair = [string, string];

/** Every way in which words are two names, with one of these between them. */
function splits(words: readonly string[], ...between: string[][]): Pair[] {
  return between.flatMap((separator) =>
    words.flatMap((_, at): Pair[] => {
      const [one, after] = [words.slice(0, at), words.slice(at)];
      const other = after.slice(separator.length);
      return one.length > 0 && other.length > 0 && startsWith(after, separator)
        ? [[one.join(' '), other.join(' ')]]
        : [];
    }),
  );
}

const startsWith = (words: readonly string[], beginning: readonly string[]): boolean =>
  beginning.every((word, at) => words[at]?.toLowerCase() === word);
