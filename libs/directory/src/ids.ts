import { monotonicFactory } from 'ulid';

const PREFIXES = {
  account: 'acct',
  user: 'user',
  serviceGroup: 'sgrp',
  command: 'cmd',
  job: 'job',
  apiKey: 'akey',
} as const;

/** What an id names. */
export type IdKind = keyof typeof PREFIXES;

/** What an id names, by its prefix; undefined for what is no id of ours. */
export function kindOfId(id: string): IdKind | undefined {
  const prefix = id.slice(0, id.indexOf('_'));
  return (Object.keys(PREFIXES) as IdKind[]).find((kind) => PREFIXES[kind] === prefix);
}

/** Makes prefixed ULIDs, rising within this process: `user_01J…`. */
export type IdSource = (kind: IdKind) => string;

export function ulidSource(): IdSource {
  const next = monotonicFactory();
  return (kind) => `${PREFIXES[kind]}_${next()}`;
}
