import { useEffect, useState } from 'react';
import { isDay } from '../../../components/data/days.js';
import { asTerms, type Terms } from './terms.js';

/** While somebody types, nothing is tried. */
const PAUSE_MS = 400;

/** @returns `settled`: the terms as the API takes them, once typing has paused; undefined if there is no such day */
export function useSettledTerms(terms: Terms) {
  const [paused, setPaused] = useState(terms);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(terms), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [terms]);
  const settled = !paused.until || isDay(paused.until) ? asTerms(paused) : undefined;
  return { settled, isTyping: paused !== terms };
}
