import { environments } from '../../environments.js';
import type { Environment } from './environment.js';

/** As it stands in a file of one's own: complete, or what differs from one of `infra/environments.ts`. */
export type Settings = Environment | (Changes<Environment> & { basedOn: 'dev' | 'staging' | 'prod' });

/** `null` removes a setting of the base. A list replaces the base's. */
export type Changes<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]?: Changes<T[Key]> | null }
    : T;

/** Complete only as far as the settings are: `checkEnvironment` says what is missing. */
export function environmentOf(settings: Settings): Environment {
  if (!('basedOn' in settings)) return settings;
  const { basedOn, ...changes } = settings;
  // A name that is no base is reported with the settings that are missing without it.
  return changed(environments[basedOn] ?? { basedOn }, changes) as Environment;
}

function changed(base: unknown, change: unknown): unknown {
  if (!isGroup(base) || !isGroup(change)) return change;
  const names = new Set([...Object.keys(base), ...Object.keys(change)]);
  const entries = [...names].map((name) => [
    name,
    Object.hasOwn(change, name) ? changed(base[name], change[name]) : base[name],
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
