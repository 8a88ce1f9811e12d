import type { AccessRoleReference } from '../../../api/resources/access-roles.js';
import type { Entry } from '../queries.js';

export interface ChangedValue {
  /** In words: `previousRole` and `role` are “Role”. */
  label: string;
  /** Undefined if the event does not say what was before. */
  before?: string;
  after: string;
}

const PREVIOUS = /^previous([A-Z].*)$/;
/** What the sentence says already, or what only programs need. */
const LEFT_OUT = /(Id|Version|^name|^email|Name|Email)$/;

/** What an event changed, value by value: from what to what, where the event says both. */
export function changedValues({ data }: Entry): ChangedValue[] {
  const previous = Object.keys(data).flatMap((key) => PREVIOUS.exec(key)?.[1] ?? []);
  const changed = previous
    .map((name) => {
      const key = name.slice(0, 1).toLowerCase() + name.slice(1);
      return { label: words(key), before: inWords(data[`previous${name}`]), after: inWords(data[key]) };
    })
    // What can change in several ways is said in each event.
    .filter(({ before, after }) => before !== after);
  const said = new Set(previous.map((name) => name.slice(0, 1).toLowerCase() + name.slice(1)));
  const others = Object.entries(data)
    .filter(([key]) => !PREVIOUS.test(key) && !said.has(key) && !LEFT_OUT.test(key))
    .map(([key, value]) => ({ label: words(key), after: inWords(value) }));
  return [...changed, ...others];
}

/** The access roles of a membership, as far as an event gives, changes or ends one. */
export function rolesIn({
  type,
  data,
}: Entry): Partial<Record<'before' | 'after', AccessRoleReference>> | undefined {
  const [role, previous] = [data['accessRole'], data['previousAccessRole']].map((each) =>
    isRole(each) ? each : undefined,
  );
  if (role?.id === previous?.id) return undefined;
  if (/^service_group\.(member|team)_removed$/.test(type)) return role && { before: role };
  return { ...(previous && { before: previous }), ...(role && { after: role }) };
}

const isRole = (value: unknown): value is AccessRoleReference =>
  typeof value === 'object' && value !== null && 'id' in value && 'key' in value;

/** `expiresAt`: Expires at */
function words(key: string): string {
  const spaced = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.slice(0, 1).toUpperCase() + spaced.slice(1);
}

function inWords(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ') || '–';
  return isRole(value) ? value.key : JSON.stringify(value, null, 1);
}
