import { type Directory, type Finding, type Tenant } from '#libs/directory';
import { verifyAccount } from './settled.js';

const HOUR_MS = 60 * 60 * 1000;

/** Asserts that `verify` finds nothing wrong in an account whose log contains everything committed. */
export async function expectNothingWrong(directory: Directory, tenant: Tenant): Promise<void> {
  const findings: Finding[] = [];
  const onFinding = (finding: Finding) => void (finding.level === 'wrong' && findings.push(finding));
  await verifyAccount(directory, tenant, {
    recheckAfterMs: 1,
    logSettledAfterMs: -HOUR_MS,
    // The specs run the jobs themselves, by clocks of their own: none is late.
    stuckAfterMs: Infinity,
    onFinding,
  });
  expect(findings).toEqual([]);
}
