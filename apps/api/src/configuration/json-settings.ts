/** Settings in JSON: each function throws an Error that says where and what is wrong. */

export function readList<T>(text: string, read: (entry: unknown, at: string) => T): T[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new Error('must be a JSON list.');
  }
  if (!Array.isArray(list)) throw new Error('must be a JSON list.');
  return list.map((entry, index) => read(entry, `[${index}]`));
}

export function requireKnown(given: object, known: readonly string[], at: string): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`${at}.${unknown} is not a known setting.`);
}

export function asObject(value: unknown, at: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${at} must be a JSON object.`);
  return value as Record<string, unknown>;
}

export function asText(value: unknown, at: string): string {
  if (typeof value !== 'string' || value === '') throw new Error(`${at} must be a string.`);
  return value;
}

export function asTexts(value: unknown, at: string): string[] {
  if (!Array.isArray(value) || value.length === 0) throw new Error(`${at} must be a list of strings.`);
  return value.map((one, index) => asText(one, `${at}[${index}]`));
}

export function asSeconds(value: unknown, at: string): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 3_600))
    throw new Error(`${at} must be a number of seconds up to 3600.`);
  return value;
}

export function asBoolean(value: unknown, at: string): boolean {
  if (typeof value !== 'boolean') throw new Error(`${at} must be true or false.`);
  return value;
}

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/** https, but for this very machine: what goes there in the clear does not leave it. */
export function asSecureUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname)))
    return url;
  throw new Error(`must be an https: URL, or http: on this machine, not "${text}".`);
}
