import { hasContents, type ImportDraft } from '../draft/draft.js';

export const STEPS = ['file', 'columns', 'check', 'import'] as const;
export type Step = (typeof STEPS)[number];

/** What the address says: of a check and an import the id of the job. */
export interface StepSearch {
  step?: string;
  check?: string;
  import?: string;
}

/** The step to show, and its job: an address may ask for one that is over, or for which the file is missing. */
export function placeOf(search: StepSearch, draft: ImportDraft): { step: Step; jobId?: string | undefined } {
  const { check, imported, facts, rows } = draft;
  if (search.import) return { step: 'import', jobId: search.import };
  if (search.check && search.check === imported?.checkId) return { step: 'import', jobId: imported.jobId };
  if (search.check) return { step: 'check', jobId: search.check };
  const hasRows = facts !== undefined && hasContents(draft) && (!imported || rows.length > 0);
  if (search.step === 'check' && hasRows) return { step: 'check', jobId: check?.jobId };
  return { step: search.step === 'columns' && hasRows ? 'columns' : 'file' };
}

/** Where a step is reached again, if it can be. */
export function addressOf(step: Step, draft: ImportDraft, current: Step): StepSearch | undefined {
  // What was imported is not checked again.
  if (current === 'import') return undefined;
  if (step === 'file') return {};
  if (step === 'columns') return draft.facts && hasContents(draft) ? { step: 'columns' } : undefined;
  if (step === 'check') return draft.check && { check: draft.check.jobId };
  return undefined;
}
