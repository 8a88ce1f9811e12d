import { createHash } from 'node:crypto';

export type Kind = 'user' | 'service_group';

const PREFIX = 'external:';
/** 132 bits: two external ids never have the same. */
const DIGEST_CHARACTERS = 22;

/** The external id in `external:prod`; undefined of an id. */
export function externalIdIn(name: string): string | undefined {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;
}

/** As it is kept in a file, those that came last at the end. */
export type StoredExternalIds = [id: string, digest: string][];

/**
 * Who has which external id. Those of users are personal data, so that digests are kept, in memory as in the file.
 *
 * Events of different users change places: of who takes an external id, one may come before that of who gives it away. Until both are
 * there, who came last has it.
 */
export class ExternalIds {
  private readonly digests = new Map<string, string>();
  private readonly holders = new Map<string, string[]>();

  idOf(kind: Kind, accountId: string, externalId: string): string | undefined {
    return this.holders.get(digestOf(kind, accountId, externalId))?.at(-1);
  }

  /** @param externalId null or undefined if there is none any more */
  set(id: string, kind: Kind, accountId: string, externalId: string | null | undefined): void {
    this.hold(id, externalId ? digestOf(kind, accountId, externalId) : undefined);
  }

  drop(id: string): void {
    this.hold(id, undefined);
  }

  stored(): StoredExternalIds {
    return [...this.holders].flatMap(([digest, ids]) => ids.map((id): [string, string] => [id, digest]));
  }

  restore(stored: StoredExternalIds): void {
    for (const [id, digest] of stored) this.hold(id, digest);
  }

  private hold(id: string, digest: string | undefined): void {
    const before = this.digests.get(id);
    if (before === digest) return;
    if (before !== undefined) this.release(id, before);
    if (digest === undefined) return void this.digests.delete(id);
    this.digests.set(id, digest);
    this.holders.set(digest, [...(this.holders.get(digest) ?? []), id]);
  }

  private release(id: string, digest: string): void {
    const left = this.holders.get(digest)!.filter((holder) => holder !== id);
    if (left.length > 0) this.holders.set(digest, left);
    else this.holders.delete(digest);
  }
}

function digestOf(...named: [kind: Kind, accountId: string, externalId: string]): string {
  const digest = createHash('sha256').update(JSON.stringify(named)).digest('base64url');
  return digest.slice(0, DIGEST_CHARACTERS);
}
