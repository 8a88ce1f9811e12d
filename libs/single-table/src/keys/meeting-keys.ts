import type { KeyTemplate } from './key-template.js';

/** One character of a key, or one and more: a literal one, a digit, any of a text value, or any at all. */
interface Atom {
  kind: 'literal' | 'digit' | 'text' | 'any';
  character?: string;
  repeats: boolean;
}

const DELIMITERS = ':#/|';

/** True when some key is one of both templates. */
export function canMeet(a: KeyTemplate | undefined, b: KeyTemplate | undefined): boolean {
  if (!a || !b) return a === b;
  const [left, right] = [atomsOf(a), atomsOf(b)];
  const seen = new Set<number>();
  const open: [number, number][] = [[0, 0]];
  for (let place = open.pop(); place; place = open.pop()) {
    const [i, j] = place;
    if (i === left.length && j === right.length) return true;
    const [one, other] = [left[i], right[j]];
    if (!one || !other || !share(one, other)) continue;
    const id = i * (right.length + 1) + j;
    if (seen.has(id)) continue;
    seen.add(id);
    // Each has taken a character: it goes on, or, where it repeats, may stay as well.
    open.push([i + 1, j + 1]);
    if (one.repeats) open.push([i, j + 1]);
    if (other.repeats) open.push([i + 1, j]);
  }
  return false;
}

function atomsOf({ text, isNumber }: KeyTemplate): Atom[] {
  if (isNumber) return [{ kind: 'any', repeats: true }];
  return text
    .split(/(\{[^{}]*\})/)
    .filter(Boolean)
    .flatMap((part): Atom[] => {
      const [, format] = /^\{[\w$]+(?::(\w+))?\}$/.exec(part) ?? [];
      if (!part.startsWith('{'))
        return [...part].map((character) => ({ kind: 'literal', character, repeats: false }));
      if (format === undefined || format === 'number') return [{ kind: 'text', repeats: true }];
      if (/^(raw|lower|upper)$/.test(format)) return [{ kind: 'any', repeats: true }];
      const isTime = format === 'iso' || format === 'date';
      const one: Atom = { kind: isTime ? 'any' : 'digit', repeats: false };
      return Array.from({ length: isTime ? 24 : Number(format) }, () => one);
    });
}

function share(a: Atom, b: Atom): boolean {
  if (a.kind === 'any' || b.kind === 'any') return true;
  if (a.kind === 'literal' && b.kind === 'literal') return a.character === b.character;
  const literal = a.kind === 'literal' ? a : b.kind === 'literal' ? b : undefined;
  if (!literal) return true;
  const other = literal === a ? b : a;
  return other.kind === 'digit' ? /\d/.test(literal.character!) : !DELIMITERS.includes(literal.character!);
}
