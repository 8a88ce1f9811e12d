import { keptStore } from '../../../api/kept.js';
import { EMPTY_DRAFT, type ImportDraft } from './draft.js';

/** A person's import into an account: kept while this tab is open, across reloads and new sign-ins, but for the file itself. */
export const importDraft = (accountId: string, person: string) =>
  keptStore<ImportDraft>('sessionStorage', `rollbook-import:${accountId}:${person}`, {
    read: (kept) => ({ ...EMPTY_DRAFT, ...(kept as Partial<ImportDraft> | null) }),
    write: (draft) => draft.facts && { ...draft, file: undefined },
  });
