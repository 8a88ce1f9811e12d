import type { Diagnosis } from '../derivation/findings.js';

/**
 * Two aggregates whose events both hold one value: no repair can say which of them should keep it.
 * @param entity of the claim
 */
export function markClaimedTwice(otherId: string, entity: string, diagnoses: Diagnosis[]): void {
  const diagnosis = diagnoses.find(
    ({ finding }) => finding.entity === entity && finding.problem === 'differs',
  );
  if (!diagnosis) return;
  const message = `${otherId} holds the same claim.`;
  diagnosis.finding = { ...diagnosis.finding, problem: 'claimed twice', message, repairable: false };
  diagnosis.repair = [];
}
