import { openNote, parseVerifierKey, type OpenedNote, type Verifier } from './notes.js';

/** C2SP's tlog-policy: whose checkpoints are accepted, and which witnesses must have signed them. */
export interface Policy {
  readonly logs: readonly TrustedKey[];
  readonly witnesses: ReadonlyMap<string, TrustedKey>;
  readonly groups: ReadonlyMap<string, { threshold: number; members: readonly string[] }>;
  readonly quorum: string;
}

type TrustedKey = Verifier & { url?: string };

const NONE = 'none';

/** Throws with the number of the line that is wrong. */
export function parsePolicy(text: string): Policy {
  const policy: Reading = {
    logs: [],
    witnesses: new Map(),
    groups: new Map(),
    members: new Set(),
    quorum: undefined,
  };
  text.split('\n').forEach((line, index) => {
    const words = line.split(/[ \t]+/).filter((word) => word !== '');
    if (words.length === 0 || words[0]?.startsWith('#')) return;
    try {
      readLine(policy, words);
    } catch (error) {
      throw new Error(`Line ${index + 1} of the policy: ${(error as Error).message}`, { cause: error });
    }
  });
  const { logs, witnesses, groups, quorum } = policy;
  if (quorum === undefined) throw new Error('The policy has no quorum');
  return { logs, witnesses, groups, quorum };
}

interface Reading {
  logs: TrustedKey[];
  witnesses: Map<string, TrustedKey>;
  groups: Map<string, { threshold: number; members: string[] }>;
  members: Set<string>;
  quorum: string | undefined;
}

function readLine(policy: Reading, [keyword, ...words]: readonly string[]): void {
  const isKnown = (name: string) => policy.witnesses.has(name) || policy.groups.has(name);
  const [name = '', second = '', ...rest] = words;
  const requireNew = () => {
    if (name === '' || name === NONE || isKnown(name)) throw new Error(`The name "${name}" is taken`);
  };
  if (keyword === 'log' && words.length >= 1 && words.length <= 2) {
    policy.logs.push(trustedKey(name, 'note', policy.logs, words[1]));
  } else if (keyword === 'witness' && words.length >= 2 && words.length <= 3) {
    requireNew();
    policy.witnesses.set(name, trustedKey(second, 'cosignature', [...policy.witnesses.values()], rest[0]));
  } else if (keyword === 'group' && rest.length > 0) {
    requireNew();
    const named =
      second === 'all' ? rest.length : second === 'any' ? 1 : Number(/^[1-9]\d*$/.exec(second)?.[0]);
    if (!(named <= rest.length)) throw new Error(`"${second}" of ${rest.length} members`);
    for (const member of rest) {
      if (!isKnown(member) || policy.members.has(member))
        throw new Error(`"${member}" is unknown, or a member already`);
      policy.members.add(member);
    }
    policy.groups.set(name, { threshold: named, members: rest });
  } else if (keyword === 'quorum' && words.length === 1) {
    if (policy.quorum !== undefined || !(name === NONE || isKnown(name)))
      throw new Error(`"${name}" is unknown, or a second quorum`);
    policy.quorum = name;
  } else throw new Error('not a line of a policy');
}

function trustedKey(
  text: string,
  type: Verifier['type'],
  others: readonly Verifier[],
  url: string | undefined,
) {
  const key = parseVerifierKey(text);
  if (key.type !== type)
    throw new Error(`${key.name} is not the key of a ${type === 'note' ? 'log' : 'witness'}`);
  if (others.some((other) => Buffer.compare(other.publicKey, key.publicKey) === 0))
    throw new Error('The key is there twice');
  return { ...key, ...(url !== undefined && { url }) };
}

/** A checkpoint, opened, if a log of the policy and its quorum have signed it. Throws if not. */
export function openAccepted(note: string, policy: Policy): OpenedNote {
  const opened = openNote(note, [...policy.logs, ...policy.witnesses.values()]);
  if (!isAccepted(opened, policy))
    throw new Error('The checkpoint is not signed by a log and a quorum of this policy');
  return opened;
}

/** If a log of the policy has signed it under its own name, and the quorum has. */
export function isAccepted(opened: OpenedNote, policy: Policy): boolean {
  const has = (verifier: Verifier) => opened.signatures.some((each) => each.verifier === verifier);
  const isMet = (name: string): boolean => {
    const witness = policy.witnesses.get(name);
    if (witness !== undefined) return has(witness);
    const group = policy.groups.get(name);
    return group !== undefined && group.members.filter(isMet).length >= group.threshold;
  };
  const origin = opened.text.split('\n', 1)[0];
  return (
    policy.logs.some((log) => log.name === origin && has(log)) &&
    (policy.quorum === NONE || isMet(policy.quorum))
  );
}
