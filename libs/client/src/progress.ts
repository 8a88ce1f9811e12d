import { ConnectionError } from './errors.js';

/**
 * A cursor that leads back to an earlier page, as a proxy may answer that keeps what it should not, would be read for ever. It keeps
 * one cursor, whatever the number of pages (Brent's way to find a cycle).
 * @returns to be called with each next cursor. @throws ConnectionError at the latest when the cursors have come round twice
 */
export function progress(path: string): (cursor: string | null) => void {
  let kept: string | undefined;
  let [steps, until] = [0, 1];
  return (cursor) => {
    if (cursor === null) return;
    if (cursor === kept) throw standstill(path);
    steps += 1;
    if (steps < until) return;
    kept = cursor;
    until *= 2;
  };
}

export function standstill(path: string): ConnectionError {
  return new ConnectionError(`The answers to GET ${path} lead back to a page that was read.`);
}
