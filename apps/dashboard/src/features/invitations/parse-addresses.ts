export interface Address {
  name: string;
  email: string;
}

export interface ParsedAddresses {
  addresses: Address[];
  /** Text that is not an address, each as it was pasted. */
  unread: string[];
}

/** Local part and domain; what else is wrong with them, the API says. */
const EMAIL = /[^\s@<>()[\]",;:\\]+@[^\s@<>()[\]",;:\\]+/g;
const isEmail = (text: string) => text.match(EMAIL)?.[0] === text;
const emailsIn = (text: string) => text.match(EMAIL) ?? [];

/**
 * Reads what mail programs and spreadsheets put on the clipboard: lines, commas, semicolons and tabs, with or without names. Each
 * address once, and everything that is none under `unread`: nobody is left out unsaid.
 */
export function parseAddresses(pasted: string): ParsedAddresses {
  const text = plain(pasted);
  const addresses = new Map<string, Address>();
  const unread: string[] = [];
  const take = ({ name: found, email }: Address) => {
    const name = nameIn(found, email);
    const known = addresses.get(email.toLowerCase());
    const named = { name: name || nameOf(email), email };
    if (!known || (name && known.name === nameOf(known.email))) addresses.set(email.toLowerCase(), named);
  };
  // Where semicolons separate people, a comma is within a name: `King, Ada <ada@…>; Fox, Walter <…>`.
  const isCommaOfName = splitAt(text, ';').length > 1;
  for (const [at, line] of splitAt(text, '\n').entries()) {
    if (line.trim().includes('\t')) readRow(line, at === 0);
    else for (const part of splitAt(line.replace(LABEL, ''), ';')) readPart(part);
  }
  return { addresses: [...addresses.values()], unread };

  function readRow(line: string, isFirst: boolean) {
    const cells = line.split('\t').map(unquoted).filter(Boolean);
    const at = cells.findIndex((cell) => emailsIn(cell).length > 0);
    const isOne = cells.filter((cell) => emailsIn(cell).length > 0).length === 1;
    const address = isOne ? addressOf(cells[at] ?? '') : undefined;
    if (address) take({ ...address, name: nameIn(address.name, address.email) || nameBeside(cells, at) });
    else if (at >= 0) for (const cell of cells) readPart(cell);
    else if (!isFirst || !cells.some((cell) => /^e-?mail|^mail/i.test(cell))) unread.push(cells.join(' '));
  }

  function readPart(part: string) {
    const count = emailsIn(part).length;
    const isWhole = count === 0 || (count === 1 && isCommaOfName);
    for (const each of isWhole ? [part] : withSurnames(splitAt(part, ','))) {
      const address = addressOf(each);
      const words = each.trim().split(/\s+/);
      if (address) take(address);
      else if (words.every(isEmail)) for (const email of words) take({ name: '', email });
      else if (each.trim()) unread.push(each.trim());
    }
  }
}

/** `King`, `Ada <ada@…>` together: a word without an address belongs to what follows, if that has one. */
function withSurnames(parts: readonly string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (before !== undefined && isSurname(before) && /\S.*<.*@/.test(part))
      joined[joined.length - 1] = `${before},${part}`;
    else joined.push(part);
  }
  return joined;
}

/** A label in front of a line, as in a copied header: `To: `, `Cc: `. */
const LABEL = /^\s*\p{L}[\p{L} -]{0,15}:\s+/u;
/** One word, or one with a particle before it: `von Neumann`. */
const isSurname = (text: string) => /^\s*(\p{Ll}+\s+)*[^\s@]+\s*$/u.test(text);

/** One look for all that programs and keyboards write alike, and nothing that cannot be seen. */
function plain(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad]/g, '')
    .replace(/[\u00a0\u2007\u202f\u3000]/g, ' ')
    .replace(/[“”„‟«»＂]/g, '"')
    .replace(/＜/g, '<')
    .replace(/＞/g, '>')
    .replace(/；/g, ';')
    .replace(/[，、]/g, ',')
    .replace(/mailto:/gi, '');
}

/** What is kept together: a cell of a spreadsheet, also over several lines; what is quoted; an address; a comment. */
const TOGETHER = /(?<=^|[\t\n])"(?:[^"]|"")*"(?=\t)|"(?:[^"\\\n]|\\.)*"|<[^<>\n]*>|\([^()\n]*\)|[^]/g;

/** The parts between separators that are not within quotes, brackets or comments. */
function splitAt(text: string, separator: string): string[] {
  const parts = [''];
  for (const [piece] of text.matchAll(TOGETHER))
    if (piece === separator) parts.push('');
    else parts[parts.length - 1] += piece.includes('\n') ? piece.replaceAll('\n', ' ') : piece;
  return parts;
}

/** `Ada <ada@…>`, `ada@… (Ada)`, `Ada ada@…` or `ada@…`. Undefined if there is no address, or more than one. */
function addressOf(part: string): Address | undefined {
  const text = part.trim();
  const [, before = '', inside = '', after = ''] = /^(.*)<([^<>]*)>(.*)$/.exec(text) ?? [];
  const email = unquoted(inside.trim());
  const isOnlyOne = emailsIn(`${before} ${after}`).every((other) => unquoted(other) === email);
  if (isEmail(email) && isOnlyOne) return { email, name: before || after };
  const found = emailsIn(text).map(unquoted);
  if (found.length !== 1 || inside) return undefined;
  const [only = ''] = found;
  const rest = text.replace(only, ' ');
  return isEmail(only) && !rest.includes('@') ? { email: only, name: rest } : undefined;
}

/** The name in what is beside an address: without quotes and brackets, and not the address once more. */
function nameIn(text: string, email: string): string {
  const name = unquoted(text.trim().replace(/^[([](.*)[)\]]$/, '$1'));
  if (name !== text) return nameIn(name, email);
  return /\p{L}|\p{N}/u.test(name) && name.toLowerCase() !== email.toLowerCase() ? name : '';
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  const [, double] = /^"(.*)"$/s.exec(trimmed) ?? [];
  if (double !== undefined) return unquoted(double.replaceAll('""', '"').replace(/\\(.)/g, '$1'));
  return (/^['‘’](.*)['‘’]$/s.exec(trimmed)?.[1] ?? trimmed).trim();
}

/** Of the columns beside an address: the nearest, or two if that is only a part of a name. */
function nameBeside(cells: readonly string[], at: number): string {
  const [before, after] = [cells.slice(0, at), cells.slice(at + 1)];
  const near = before.length > 0 ? before.slice(-2) : after.slice(0, 2);
  const nearest = before.length > 0 ? near.at(-1) : near[0];
  return nearest === undefined || isSurname(nearest) ? near.join(' ') : nearest;
}

/** "ada.lovelace@…" is probably Ada Lovelace. */
function nameOf(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[._+-]+/).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || email;
}

/** An address as it can be pasted again. */
export function addressText({ name, email }: Address): string {
  return name === nameOf(email) ? email : `"${name.replace(/["\\]/g, '\\$&')}" <${email}>`;
}
