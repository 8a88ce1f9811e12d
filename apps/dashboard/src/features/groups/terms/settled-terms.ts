import { useEffect, useState } from 'react';
import { asTerms, type Terms } from './terms.js';

/** While somebody types, nothing is tried. */
const PAUSE_MS = 400;

/** @returns `settled`: the terms as the API takes them, once typing has paused; undefined if there is no such time */
export function useSettledTerms(terms: Terms) {
  const [paused, setPaused] = useState(terms);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(terms), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [terms]);
  const settled = asTerms(paused);
  const isTime = paused.choice !== 'at' || settled.expiresAt !== undefined;
  return { settled: isTime ? settled : undefined, isTyping: paused !== terms };
}
