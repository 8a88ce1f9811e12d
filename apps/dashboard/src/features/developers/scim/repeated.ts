import type { ScimRefusal } from './queries.js';

/** A refusal, and how often it came in a row: identity providers repeat what was refused. */
export interface Repeated {
  last: ScimRefusal;
  count: number;
}

/** @param refusals newest first */
export function foldRepeated(refusals: readonly ScimRefusal[]): Repeated[] {
  const folded: Repeated[] = [];
  for (const refusal of refusals) {
    const before = folded.at(-1);
    if (before && isSame(before.last, refusal)) before.count += 1;
    else folded.push({ last: refusal, count: 1 });
  }
  return folded;
}

const isSame = (a: ScimRefusal, b: ScimRefusal): boolean =>
  (['apiKeyId', 'method', 'resource', 'resourceId', 'code'] as const).every((name) => a[name] === b[name]);
