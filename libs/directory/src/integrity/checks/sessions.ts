import type { UserId, UserState } from '#libs/domain';
import { sessionEntity } from '../../table/items/sessions.js';
import type { Session } from '../../sign-in/sessions.js';
import type { Diagnosis, Finding } from '../derivation/findings.js';
import type { AccountCheck } from './aggregate.js';

const SESSION_ID = /^sess_[0-9A-HJKMNP-TV-Z]{26}$/;
/** The secret part of a cookie, of which only the hash may be stored. */
const SECRET = /rbs_[\w-]{43}/;

/**
 * Sessions are no events, so only their form is checked: that they act as this user, hold nothing that could be sent as a
 * cookie, and are gone once the user has been erased.
 */
export async function checkSessions(
  { directory: { table }, accountId }: AccountCheck,
  userId: UserId,
  state: UserState,
): Promise<Diagnosis[]> {
  const diagnoses: Diagnosis[] = [];
  for await (const session of table.each(sessionEntity.by('GSI1'), { principal: userId })) {
    const flaw = flawOf(session, { accountId, userId, state });
    if (flaw) diagnoses.push(diagnosisOf(session, { accountId, userId }, flaw));
  }
  return diagnoses;
}

interface Owner {
  accountId: string;
  userId: UserId;
}

function flawOf(
  session: Session,
  { accountId, userId, state }: Owner & { state: UserState },
): Pick<Finding, 'problem' | 'message'> | undefined {
  const isErased = state.status === 'removed' && state.erased;
  if (isErased) return { problem: 'unexpected', message: 'An erased user still has a session.' };
  const isTheirs = session.accountId === accountId && session.userId === userId && session.kind === 'user';
  if (!isTheirs) return { problem: 'differs', message: 'The session acts as somebody else.' };
  if (!SESSION_ID.test(session.sessionId))
    return { problem: 'differs', message: 'The id of the session is not the hash of a cookie.' };
  if (SECRET.test(JSON.stringify(session)))
    return { problem: 'differs', message: 'The session holds what could be sent as its cookie.' };
  return undefined;
}

/** The person can sign in again, so ending it is the repair. */
function diagnosisOf(
  { sessionId }: Session,
  { accountId, userId: aggregateId }: Owner,
  flaw: Pick<Finding, 'problem' | 'message'>,
): Diagnosis {
  const { key } = sessionEntity.at({ sessionId });
  const about = { level: 'wrong', entity: 'session', accountId, aggregateId, key } as const;
  return { finding: { ...about, ...flaw, repairable: true }, repair: [sessionEntity.delete({ sessionId })] };
}
