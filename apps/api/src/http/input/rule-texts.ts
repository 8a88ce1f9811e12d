import { PATH_IDS } from './ids.js';

const count = (digits: string) => Number(digits).toLocaleString('en');

const IDS = new Map(Object.values(PATH_IDS).map(({ pattern, example }) => [String(pattern), example]));

type Wording = readonly [message: RegExp, text: string | ((matched: string) => string)];

/** class-validator's messages after the name of the field, and what clients read instead. */
const WORDINGS: readonly Wording[] = [
  [/^must be longer than or equal to 1 characters$/, 'must not be empty'],
  [
    /^must be longer than or equal to (\d+) characters$/,
    (most) => `must have at least ${count(most)} characters`,
  ],
  [
    /^must be shorter than or equal to (\d+) characters$/,
    (most) => `must have at most ${count(most)} characters`,
  ],
  [/^must contain at least 1 elements$/, 'must not be empty'],
  [/^must contain no more than (\d+) elements$/, (most) => `must have at most ${count(most)} items`],
  [/^must not be less than (-?\d+)$/, (least) => `must be at least ${count(least)}`],
  [/^must not be greater than (-?\d+)$/, (most) => `must be at most ${count(most)}`],
  [/^must be an integer number$/, 'must be an integer'],
  [/^must be a boolean value$/, 'must be true or false'],
  [/^must be either object or array$/, 'must be an object'],
  [/^must be one of the following values: ([^,]+)$/, (only) => `must be ${only}`],
  [/^must be one of the following values: (.+)$/, (values) => `must be one of ${values}`],
  [
    /^must match (.+) regular expression$/,
    (pattern) => `must ${IDS.has(pattern) ? `be ${IDS.get(pattern)}` : `match ${pattern}`}`,
  ],
];

export function ruleText(message: string): string {
  const unknown = /^property (.*) should not exist$/s.exec(message);
  if (unknown) return `${shownName(unknown[1]!)} is not a known field.`;
  const repeated = /^All (.+)'s elements must be unique$/.exec(message);
  if (repeated) return `${repeated[1]} must not have duplicates.`;
  const [, each = '', field = '', rule = message] =
    /^(each value in )?(?:nested property )?([\w$]+) (must .+)$/s.exec(message) ?? [];
  const text = WORDINGS.reduce(
    (worded, [pattern, wording]) =>
      worded.replace(pattern, (_, matched: string) =>
        typeof wording === 'string' ? wording : wording(matched),
      ),
    rule,
  );
  return `${each && 'Each of '}${field && `${field} `}${text}`.replace(/\.?$/, '.');
}

const LONGEST_NAME = 60;

/** A name that a client made up may be anything. */
export function shownName(name: string): string {
  return /^[\w$.-]{1,60}$/.test(name) ? name : JSON.stringify(name.slice(0, LONGEST_NAME));
}
