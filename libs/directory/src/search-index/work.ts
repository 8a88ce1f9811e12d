/** What searches in an index have looked at: rows, and for spelling errors words that might be meant. It stands for their CPU. */
export interface Work {
  looked: number;
}

/** To find out whether any word begins with a text takes as long as to look at some rows. */
export const LOOKS_OF_A_CANDIDATE = 10;

/** @param report how much a search has looked at */
export function counted<Result>(
  work: Work,
  report: ((looked: number) => void) | undefined,
  search: () => Result,
): Result {
  const before = work.looked;
  const result = search();
  report?.(work.looked - before);
  return result;
}
