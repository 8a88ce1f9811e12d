import { monotonicFactory } from 'ulid';

const PREFIXES = { account: 'acct', user: 'user', serviceGroup: 'sgrp', command: 'cmd', job: 'job' } as const;

/** What an id names. */
export type IdKind = keyof typeof PREFIXES;

/** Makes prefixed ULIDs, rising within this process: `user_01J…`. */
export type IdSource = (kind: IdKind) => string;

export function ulidSource(): IdSource {
  const next = monotonicFactory();
  return (kind) => `${PREFIXES[kind]}_${next()}`;
}
