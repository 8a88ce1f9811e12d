import { escapePointer } from './json-pointer.js';

const QUOTE = 34;
const COLON = 58;
const BACKSLASH = 92;

/** How many members the objects of a JSON text have. It is known to be valid, so each colon outside a string is one. */
export function membersIn(json: string): number {
  let members = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) isInString = !isInString;
    else if (code === BACKSLASH) index += 1;
    else if (code === COLON && !isInString) members += 1;
  }
  return members;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

export function duplicateKeyIn(json: string): string | undefined {
  const open: { keys: Set<string> | undefined; at: string | number }[] = [];
  let text = '""';
  for (const [token] of json.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (token === '{') open.push({ keys: new Set(), at: '' });
    else if (token === '[') open.push({ keys: undefined, at: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && typeof inner?.at === 'number') inner.at += 1;
    else if (token === ':' && inner?.keys) {
      inner.at = JSON.parse(text) as string;
      if (inner.keys.has(inner.at)) return open.map(({ at }) => `/${escapePointer(String(at))}`).join('');
      inner.keys.add(inner.at);
    } else text = token;
  }
  return undefined;
}
