import { useState } from 'react';
import type { ServiceGroup } from '../queries.js';
import { asTerms, NO_TERMS, problemOf, termsOf, type Held } from './terms.js';
import { heldRole } from './terms-fields.js';

/** The terms that are given in a dialog, or those of one thing that are changed there, as far as they are. */
export function useHeldTerms(held: Held | undefined, groups: readonly ServiceGroup[]) {
  const [before] = useState(() => (held ? termsOf(held) : undefined));
  const [terms, setTerms] = useState(before ?? NO_TERMS);
  const { expiresAt, ...others } = asTerms(terms);
  // An end that is left as it is keeps its seconds, and no rule is against it.
  const isMoved = !before || terms.choice !== before.choice || terms.until !== before.until;
  const isTested = isMoved || terms.role !== undefined;
  return {
    terms,
    setTerms,
    body: { ...others, ...(isMoved && expiresAt !== undefined && { expiresAt }) },
    problem: isTested
      ? problemOf(terms, groups, held && [held.expiresAt], heldRole(held && [held]))
      : undefined,
  };
}
