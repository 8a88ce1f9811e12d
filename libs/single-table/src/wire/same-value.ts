import { plainNumber, type WireItem, type WireValue } from './wire.js';

/** True if both are stored as the same, whatever the order of a set or a map and the notation of a number. */
export function sameValue(a: WireValue | undefined, b: WireValue | undefined): boolean {
  return a === b || (!!a && !!b && canonical(a) === canonical(b));
}

/** The names of the attributes in which two items differ. */
export function differingNames(a: WireItem, b: WireItem): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => !sameValue(a[name], b[name]));
}

function canonical(value: WireValue): string {
  const [type = '', content] = Object.entries(value)[0] as [string, unknown];
  return JSON.stringify([type, written(type, content)]);
}

function written(type: string, content: unknown): unknown {
  switch (type) {
    case 'N':
      return plainNumber(content as string);
    case 'NS':
      return (content as string[]).map(plainNumber).sort();
    case 'B':
      return bytes(content);
    case 'SS':
      return [...(content as string[])].sort();
    case 'BS':
      return (content as unknown[]).map(bytes).sort();
    case 'L':
      return (content as WireValue[]).map(canonical);
    case 'M':
      return Object.entries(content as WireItem)
        .map(([name, each]) => [name, canonical(each)])
        .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
    default:
      return content;
  }
}

const bytes = (content: unknown) =>
  content instanceof Uint8Array ? Buffer.from(content).toString('base64') : content;
