/**
 * For a reader of pages: each answer says where the next page begins, and one that leads back to an earlier page would be read for
 * ever. It keeps one position, whatever the number of pages (Brent's way to find a cycle).
 * @returns to be called with each next position, undefined after the last page. It throws an Error at the latest when the positions have come round twice
 */
export function progress(what: string): (position: unknown) => void {
  let kept: string | undefined;
  let [steps, until] = [0, 1];
  return (position) => {
    if (position === undefined) return;
    const text = JSON.stringify(position);
    if (text === kept)
      throw new Error(`${what} leads back to a page that was read: reading on would never end.`);
    steps += 1;
    if (steps < until) return;
    kept = text;
    until *= 2;
  };
}
