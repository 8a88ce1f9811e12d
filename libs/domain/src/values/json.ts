/** RFC 7396, section 2. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, mergePatch(result.get(key), value));
  }
  return Object.fromEntries(result);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two JSON values are equal regardless of the order of keys, which the table does not keep. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => sameJson(value, b[index]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

/** The merge patch that leads from one value to another. https://www.rfc-editor.org/rfc/rfc7396 */
export function patchBetween(from: unknown, to: unknown): unknown {
  if (!isObject(from) || !isObject(to)) return to;
  const gone = Object.keys(from).filter((name) => !(name in to));
  const changed = Object.entries(to).filter(([name, value]) => !sameJson(from[name], value));
  return Object.fromEntries([
    ...gone.map((name) => [name, null]),
    ...changed.map(([name, value]) => [name, patchBetween(from[name], value)]),
  ]);
}
