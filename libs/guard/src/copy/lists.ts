/** Adds the places of a list that have nothing. */
export function freeIn(list: readonly unknown[], to: number[]): void {
  for (const place of list.keys()) if (list[place] === undefined) to.push(place);
}

/** Takes a value out of a list, the order of which means nothing. */
export function drop(list: number[], value: number): void {
  const place = list.indexOf(value);
  if (place === -1) return;
  const last = list.pop()!;
  if (place < list.length) list[place] = last;
}
