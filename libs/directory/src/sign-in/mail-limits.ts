import { createHash } from 'node:crypto';
import { DomainError, fold } from '#libs/domain';
import type { Directory } from '../core/directory.js';
import { takeTokens, type RateLimit } from './rate-limits.js';

/** A batch invites up to 1,000 people, and each mail has a text that the sender chose, in the name. */
const OF_ACCOUNT: RateLimit = { perSecond: 0.5, burst: 2_000 };
/** From one account: people who are removed and invited again have another invitation. */
const OF_ADDRESS: RateLimit = { perSecond: 1 / 3_600, burst: 10 };

/** Deciders get some mails at once, and then one every ten minutes: the linked page shows all open requests. */
const OF_DECIDER: RateLimit = { perSecond: 1 / 600, burst: 5 };

/** Separate limits: repeated requests for access leave room for invitations. */
export type MailKind = 'invited' | 'asked' | 'decided' | 'ending';

export interface MailBucket {
  name: string;
  limit: RateLimit;
  whose: string;
}

/** From these each mail takes a token, however it was caused. Each account for itself: none can use up what others may send. */
export function mailBuckets(accountId: string, email: string, kind: MailKind): readonly MailBucket[] {
  return [bucketOfAddress(accountId, email, kind), bucketOfAccount(accountId, kind)];
}

const nameOf = (accountId: string, kind: MailKind) =>
  kind === 'invited' ? `${accountId}/mails` : `${accountId}/mails-${kind}`;

function bucketOfAccount(accountId: string, kind: MailKind): MailBucket {
  return { name: nameOf(accountId, kind), limit: OF_ACCOUNT, whose: 'from this account' };
}

/** The name contains no address: the bucket outlives the erasure of a person by some hours. */
function bucketOfAddress(accountId: string, email: string, kind: MailKind): MailBucket {
  const digest = createHash('sha256')
    .update(`${accountId} ${fold(email.trim())}`)
    .digest('base64url');
  const limit = kind === 'asked' ? OF_DECIDER : OF_ADDRESS;
  return { name: `${nameOf(accountId, kind)}/${digest}`, limit, whose: 'to this address' };
}

export function tooManyMails({ whose }: MailBucket): DomainError {
  return new DomainError('rate_limited', `Too many invitations have been sent ${whose}.`);
}

/** For a job, which has no process of its own that counts. @returns for each address what refuses it, if anything does */
export async function takeMails(
  directory: Directory,
  accountId: string,
  emails: readonly string[],
): Promise<(DomainError | undefined)[]> {
  const take = async ({ name, limit }: MailBucket, wanted: number) =>
    (await takeTokens(directory, name, limit, { wanted, used: 0, fullAt: 0 })).granted;
  const refusals = await Promise.all(
    emails.map(async (email) => {
      const bucket = bucketOfAddress(accountId, email, 'invited');
      return (await take(bucket, 1)) === 1 ? undefined : tooManyMails(bucket);
    }),
  );
  const ofAccount = bucketOfAccount(accountId, 'invited');
  let left = await take(ofAccount, refusals.filter((refusal) => refusal === undefined).length);
  return refusals.map((refusal) => {
    if (refusal) return refusal;
    left -= 1;
    return left >= 0 ? undefined : tooManyMails(ofAccount);
  });
}
