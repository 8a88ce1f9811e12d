import { useCallback } from 'react';
import { isDay } from '../../components/data/days.js';

/**
 * The day of the past that a page's address asks for, and what leads to another and back.
 * @param show puts search parameters into the address
 */
export function useDay(at: string | undefined, show: (search: { at?: string }) => void) {
  const goTo = useCallback((day: string) => show(day ? { at: day } : {}), [show]);
  const toNow = useCallback(() => show({}), [show]);
  return { day: at !== undefined && isDay(at) ? at : undefined, goTo, toNow };
}
