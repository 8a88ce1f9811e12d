import type { Finding, Tenant } from '#libs/directory';
import { verifyAccount } from './settled.js';

const HOUR_MS = 60 * 60 * 1000;

type Options = Parameters<typeof verifyAccount>[1];

/** What `verify` finds in an account, at once. */
export async function findingsOf(tenant: Tenant, options: Options = {}): Promise<Finding[]> {
  const findings: Finding[] = [];
  const onFinding = (finding: Finding) => findings.push(finding);
  await verifyAccount(tenant, {
    recheckAfterMs: 1,
    logSettledAfterMs: 0,
    ...options,
    onFinding,
  });
  return findings;
}

export async function wrongFindings(...of: Parameters<typeof findingsOf>): Promise<Finding[]> {
  return (await findingsOf(...of)).filter(({ level }) => level === 'wrong');
}

/** Asserts that `verify` finds nothing wrong in an account whose log contains everything committed. */
export async function expectNothingWrong(tenant: Tenant): Promise<void> {
  // The specs run the jobs themselves, by clocks of their own: none is late.
  const options = { logSettledAfterMs: -HOUR_MS, stuckAfterMs: Infinity };
  expect(await wrongFindings(tenant, options)).toEqual([]);
}
