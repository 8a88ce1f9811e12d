import { escapePointer } from './json-pointer.js';

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const POINT = 46;
const LARGE_E = 69;
const OPENING_BRACKET = 91;
const BACKSLASH = 92;
const CLOSING_BRACKET = 93;
const SMALL_E = 101;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

/** How a number may be written that JavaScript reads as 0, although it is not. */
const VERY_SMALL = /e-\d{3}|\.0{300}/iy;

export interface Counts {
  /** Of a valid text's objects: each colon outside a string. */
  members: number;
  /** An upper bound: a list, an object and a comma count as one each. */
  values: number;
  /** How many lists and objects are in one another. */
  depth: number;
  hasVerySmall: boolean;
}

export function countIn(json: string): Counts {
  let [members, values, depth, maxDepth, hasVerySmall] = [0, 1, 0, 0, false];
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) isInString = !isInString;
    else if (code === BACKSLASH) index += 1;
    else if (isInString) continue;
    else if (code === COLON) members += 1;
    else if (code === COMMA) values += 1;
    else if (code === OPENING_BRACKET || code === OPENING_BRACE) {
      values += 1;
      depth += 1;
      if (depth > maxDepth) maxDepth = depth;
    } else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) depth -= 1;
    else if (code === POINT || code === SMALL_E || code === LARGE_E) {
      VERY_SMALL.lastIndex = index;
      hasVerySmall ||= VERY_SMALL.test(json);
    }
  }
  return { members, values, depth: maxDepth, hasVerySmall };
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|-?\d[\d.eE+-]*/g;

interface Place {
  keys: Set<string> | undefined;
  at: string | number;
}

/** The tokens of a valid JSON text, and where each of them is. */
function* tokensOf(json: string): Generator<{ token: string; open: readonly Place[]; isKey: boolean }> {
  const open: Place[] = [];
  let text = '""';
  for (const [token] of json.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (token === '{') open.push({ keys: new Set(), at: '' });
    else if (token === '[') open.push({ keys: undefined, at: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && typeof inner?.at === 'number') inner.at += 1;
    else if (token === ':' && inner) inner.at = JSON.parse(text) as string;
    else text = token;
    yield { token, open, isKey: token === ':' };
  }
}

const pointerTo = (open: readonly Place[]) => open.map(({ at }) => `/${escapePointer(String(at))}`).join('');

export function duplicateKeyIn(json: string): string | undefined {
  for (const { open, isKey } of tokensOf(json)) {
    const { keys, at } = open.at(-1) ?? {};
    if (!isKey || !keys) continue;
    if (keys.has(String(at))) return pointerTo(open);
    keys.add(String(at));
  }
  return undefined;
}

export function underflowIn(json: string): { written: string; pointer: string } | undefined {
  for (const { token, open } of tokensOf(json))
    if (isUnderflow(token)) return { written: token, pointer: pointerTo(open) };
  return undefined;
}

function isUnderflow(token: string): boolean {
  return /^-?\d/.test(token) && Number(token) === 0 && /[1-9]/.test(token.split(/e/i, 1)[0] ?? '');
}
