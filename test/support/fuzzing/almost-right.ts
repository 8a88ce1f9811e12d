import fc from 'fast-check';

export type Change = (value: unknown) => unknown;

/** Ways to make an example almost right: another value in one place, a missing value, or an additional property. */
export function changesOf(
  example: unknown,
  { values, names }: { values: fc.Arbitrary<unknown>; names: fc.Arbitrary<string> },
): fc.Arbitrary<Change> {
  const places = placesIn(example);
  const objects = [[], ...places].filter((place) => isObject(at(example, place)));
  const changes: fc.Arbitrary<Change>[] = [];
  if (places.length > 0) {
    const place = fc.constantFrom(...places);
    changes.push(
      fc.tuple(place, values).map(
        ([path, value]) =>
          (body) =>
            changed(body, path, () => value),
      ),
      place.map((path) => (body) => changed(body, path, () => undefined)),
    );
  }
  if (objects.length > 0)
    changes.push(
      fc.tuple(fc.constantFrom(...objects), names, values).map(
        ([path, name, value]) =>
          (body) =>
            changed(body, path, (object) => withProperty(object, name, value)),
      ),
    );
  return changes.length === 0 ? fc.constant((body) => body) : fc.oneof(...changes);
}

type Place = readonly string[];

function placesIn(value: unknown, path: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => [
    [...path, name],
    ...placesIn(child, [...path, name]),
  ]);
}

function at(value: unknown, path: Place): unknown {
  return path.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], value);
}

/** A copy with another value at this place, if it still exists; undefined removes the place. */
function changed(value: unknown, [name, ...rest]: Place, change: (part: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...(value as unknown[])]
    : { ...value };
  const part = changed((copy as Record<string, unknown>)[name], rest, change);
  if (part === undefined && Array.isArray(copy)) copy.splice(Number(name), 1);
  else (copy as Record<string, unknown>)[name] = part;
  return copy;
}

function withProperty(object: unknown, name: string, value: unknown): unknown {
  // Assigned, `__proto__` would not become a property.
  const descriptor = { value, enumerable: true, writable: true, configurable: true };
  return Object.defineProperty({ ...(object as object) }, name, descriptor);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
