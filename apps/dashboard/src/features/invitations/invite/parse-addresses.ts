export interface Address {
  name: string;
  email: string;
}

export interface ParsedAddresses {
  addresses: Address[];
  /** Text that is not an address. */
  unread: string[];
}

const NAMED = /^"?([^"<]*)"?\s*<([^<>\s]+)>$/;
const BARE = /^[^\s@<>]+@[^\s@<>]+$/;

/** Reads what people paste: lines, commas, semicolons, with or without names. Each address once. */
export function parseAddresses(text: string): ParsedAddresses {
  const parts = text
    .split(/[\n;,]+/)
    .map((part) => part.trim())
    .filter(Boolean);
  const addresses = new Map<string, Address>();
  const unread: string[] = [];
  for (const part of parts) {
    const address = addressOf(part);
    if (!address) unread.push(part);
    else if (!addresses.has(address.email.toLowerCase())) addresses.set(address.email.toLowerCase(), address);
  }
  return { addresses: [...addresses.values()], unread };
}

function addressOf(part: string): Address | undefined {
  const [, name = '', email = ''] = NAMED.exec(part) ?? [];
  if (BARE.test(email)) return { name: name.trim() || nameOf(email), email };
  return BARE.test(part) ? { name: nameOf(part), email: part } : undefined;
}

/** "ada.lovelace@…" is probably Ada Lovelace. */
function nameOf(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[._+-]+/).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || email;
}
