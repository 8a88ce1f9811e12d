import type { Characters, KeyTemplate } from './key-template.js';

/** One character of a key, or one and more: a literal one, or any of its kind. */
interface Atom {
  of: string;
  repeats: boolean;
}

/** A literal character of its kind: a name of one letter is the character itself. */
const KINDS: Readonly<Record<string, RegExp>> = {
  digit: /[0-9]/,
  text: /[^:#/|]/,
  any: /[^]/,
} satisfies Record<Characters, RegExp>;

/** True when some key is one of both templates. */
export function canMeet(a: KeyTemplate | undefined, b: KeyTemplate | undefined): boolean {
  const [left, right] = [atomsOf(a), atomsOf(b)];
  const seen = new Set<number>();
  const canMeetFrom = (i: number, j: number): boolean => {
    const [one, other] = [left[i], right[j]];
    if (!one || !other) return one === other;
    const place = i * right.length + j;
    if (seen.has(place) || !share(one.of, other.of)) return false;
    seen.add(place);
    // Each has taken a character: it goes on, or, where it repeats, may stay as well.
    return (
      canMeetFrom(i + 1, j + 1) ||
      (one.repeats && canMeetFrom(i, j + 1)) ||
      (other.repeats && canMeetFrom(i + 1, j))
    );
  };
  return canMeetFrom(0, 0);
}

/** Of no template, as where a table has no sort key, none: no template of a key is without. */
function atomsOf({ segments }: Pick<KeyTemplate, 'segments'> = { segments: [] }): Atom[] {
  return segments.flatMap((segment): Atom[] => {
    if (typeof segment === 'string') return [...segment].map((of) => ({ of, repeats: false }));
    const { of, width } = segment.format;
    return Array.from({ length: width ?? 1 }, () => ({ of, repeats: !width }));
  });
}

function share(a: string, b: string): boolean {
  const [one, other] = [KINDS[a], KINDS[b]];
  if (one && other) return true;
  return one ? one.test(b) : other ? other.test(a) : a === b;
}
