import {
  check,
  concat,
  fromBase64,
  hashFromBase64,
  isSame,
  sha256,
  utf8,
  wholeNumber,
  type Bytes,
} from './bytes.js';

interface Key {
  name: string;
  id: Bytes;
  publicKey: Bytes;
}

/** C2SP's tlog-policy: the logs and witnesses whose keys you trust, and how many witnesses must have signed. */
export interface Policy {
  logs: Key[];
  witnesses: Map<string, Key>;
  groups: Map<string, { threshold: number; members: string[] }>;
  quorum: string;
}

/** What a log signs: C2SP's tlog-checkpoint. */
export interface Checkpoint {
  origin: string;
  size: number;
  root: Bytes;
  /** The witnesses that signed it, and when. */
  witnesses: { name: string; at: Date }[];
}

const [NOTE, COSIGNATURE] = [1, 4];

const keyIdOf = async (name: string, type: number, publicKey: Bytes): Promise<Bytes> =>
  (await sha256(utf8(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, 4);

const hex = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

async function keyOf(text: string, type: number, others: readonly Key[]): Promise<Key> {
  const [name = '', id, ...encoded] = text.split('+');
  const bytes = fromBase64(encoded.join('+'));
  const kind = type === NOTE ? 'log' : 'witness';
  check(name !== '' && bytes.length === 33 && bytes[0] === type, `Not the Ed25519 key of a ${kind}: ${text}`);
  const key = { name, publicKey: bytes.slice(1), id: await keyIdOf(name, type, bytes.slice(1)) };
  check(hex(key.id) === id, `The id in this key is not its own: ${text}`);
  check(!others.some((other) => isSame(other.publicKey, key.publicKey)), `The key of ${name} is there twice`);
  return key;
}

export async function parsePolicy(text: string): Promise<Policy> {
  const policy: Policy = { logs: [], witnesses: new Map(), groups: new Map(), quorum: '' };
  const { logs, witnesses, groups } = policy;
  const members = new Set<string>();
  const isKnown = (name: string) => witnesses.has(name) || groups.has(name);
  for (const line of text.split('\n')) {
    const [keyword, name = '', second = '', ...rest] = line.split(/[ \t]+/).filter((word) => word !== '');
    if (keyword === undefined || keyword.startsWith('#')) continue;
    const wrong = `The policy has a line that is wrong: ${line}`;
    if (keyword === 'log') {
      logs.push(await keyOf(name, NOTE, logs));
      check(rest.length === 0, wrong);
      continue;
    }
    if (keyword === 'quorum') {
      check(policy.quorum === '' && (name === 'none' || isKnown(name)) && second === '', wrong);
      policy.quorum = name;
      continue;
    }
    check(name !== '' && name !== 'none' && !isKnown(name), wrong);
    if (keyword === 'witness') {
      witnesses.set(name, await keyOf(second, COSIGNATURE, [...witnesses.values()]));
      check(rest.length <= 1, wrong);
      continue;
    }
    check(keyword === 'group' && rest.every((member) => isKnown(member) && !members.has(member)), wrong);
    rest.forEach((member) => members.add(member));
    const threshold = second === 'all' ? rest.length : second === 'any' ? 1 : wholeNumber(second);
    check(new Set(rest).size === rest.length && threshold >= 1 && threshold <= rest.length, wrong);
    groups.set(name, { threshold, members: rest });
  }
  check(policy.quorum !== '', 'The policy has no quorum');
  return policy;
}

async function isSignedBy(key: Key, message: Bytes, signature: Bytes): Promise<boolean> {
  const imported = await crypto.subtle.importKey('raw', key.publicKey, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', imported, signature, message);
}

/**
 * The checkpoint, if a log of the policy and its quorum have signed it. With an account's id it is the checkpoint of that account's own
 * log, which has no witnesses: the log of all accounts has.
 */
export async function openCheckpoint(note: string, policy: Policy, accountId?: string): Promise<Checkpoint> {
  const split = note.lastIndexOf('\n\n');
  check(split !== -1 && note.endsWith('\n') && !/[^\n -\u{10ffff}]/u.test(note), 'Not a signed note');
  const text = note.slice(0, split + 1);
  const [origin = '', size, root = '', ...more] = text.slice(0, -1).split('\n');
  check(origin !== '' && !more.includes(''), 'Not a checkpoint');
  const ofAccount = async ({ name, publicKey }: Key) => {
    const own = `${name}/${accountId}`;
    return { name: own, publicKey, id: await keyIdOf(own, NOTE, publicKey) };
  };
  const logs = accountId === undefined ? policy.logs : await Promise.all(policy.logs.map(ofAccount));
  const witnesses = accountId === undefined ? [...policy.witnesses.values()] : [];
  const signed = new Map<Key, Date | undefined>();
  for (const line of note.slice(split + 2, -1).split('\n')) {
    const [, name, encoded = ''] = /^— ([^ +]+) (\S+)$/.exec(line) ?? [];
    check(name !== undefined, 'The note has a line that is not a signature');
    const bytes = fromBase64(encoded);
    const isOf = (key: Key) => key.name === name && isSame(key.id, bytes.slice(0, 4));
    const log = logs.find(isOf);
    const key = log ?? witnesses.find(isOf);
    if (key === undefined || signed.has(key)) continue;
    const seconds = log ? undefined : Number(new DataView(concat(bytes, uint8Zeros).buffer).getBigUint64(4));
    const message = log ? utf8(text) : utf8(`cosignature/v1\ntime ${seconds}\n${text}`);
    check(
      await isSignedBy(key, message, bytes.slice(log ? 4 : 12)),
      `The signature of ${name} is not of this text`,
    );
    signed.set(key, seconds === undefined ? undefined : new Date(seconds * 1000));
  }
  check(
    logs.some((log) => log.name === origin && signed.has(log)),
    `No log of the policy has signed this checkpoint of ${origin}`,
  );
  const isMet = (name: string): boolean => {
    const group = policy.groups.get(name);
    return group
      ? group.members.filter(isMet).length >= group.threshold
      : signed.has(policy.witnesses.get(name)!);
  };
  check(
    accountId !== undefined || policy.quorum === 'none' || isMet(policy.quorum),
    'Too few witnesses of the policy have signed this checkpoint',
  );
  return {
    origin,
    size: wholeNumber(size),
    root: hashFromBase64(root),
    witnesses: [...signed].flatMap(([{ name }, at]) => (at ? [{ name, at }] : [])),
  };
}

/** So that a signature that is too short is refused as such. */
const uint8Zeros = new Uint8Array(12);
