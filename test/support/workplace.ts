import {
  addMember,
  commandAccount,
  createServiceGroup,
  createUser,
  grantTenant,
  runJobChunk,
  type CommandContext,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { UserId } from '#libs/domain';
import { startAccount } from './streams/busy-directory.js';
import { byOperator } from './directory/directory.js';
import { indexesSettled } from './engines/engine.js';

type Place = Awaited<ReturnType<typeof place>>;

/** What commands to be broken work on. */
export interface Workplace {
  /** For the preparation. */
  directory: Directory;
  /** For the command itself: it reaches the table through the faults. */
  faulty: Directory;
  /** Where the next command runs. Some use their own. */
  account: Place;
  now: number;
}

/** An account whose limits are counted, with an owner and a service group. */
export async function place(directory: Directory) {
  const { tenant, ownerId, serviceGroupId } = await startAccount(directory);
  const limits = { users: 500, serviceGroups: 500, members: 500 };
  await commandAccount(tenant, { type: 'change_account', limits }, byOperator);
  return { tenant, ownerId, serviceGroupId };
}

/** A tenant through the faults. */
export const faulty = (at: Workplace, { accountId }: Tenant = at.account.tenant) =>
  grantTenant(at.faulty, accountId);

let names = 0;
export const nameOf = (what: string) => `${what}${(names += 1)}`;
export const person = (role: 'member' | 'owner' = 'member') => ({
  name: 'P',
  email: `${nameOf('p')}@x.example`,
  role,
});
export const newUser = async (at: Workplace, role?: 'owner') =>
  (await createUser(at.account.tenant, person(role), byOperator)).state.userId;
export const newGroup = async (at: Workplace) =>
  (await createServiceGroup(at.account.tenant, { name: nameOf('g') }, byOperator)).state.serviceGroupId;
export async function newMember(at: Workplace): Promise<UserId> {
  const { tenant, serviceGroupId } = at.account;
  const userId = await newUser(at);
  await addMember(tenant, serviceGroupId, userId, byOperator);
  return userId;
}
export const repeatable = (): CommandContext => ({
  ...byOperator,
  receipt: {
    idempotencyKey: nameOf('key'),
    requestHash: 'hash',
    answer: (state) => JSON.parse(JSON.stringify({ state })) as unknown,
  },
});
const ENDED = ['done', 'not running'];
/** Runs through the faults until somebody has finished it. What the index may lack is waited for by the workplace's own time. */
export async function finish(at: Workplace, jobId: string | undefined): Promise<void> {
  await indexesSettled();
  const directory = { ...at.faulty, elapsed: () => at.now };
  for (let result = ''; !ENDED.includes(result); result = await runJobChunk(directory, jobId!))
    at.now += 3_000;
}

export type Act = () => Promise<unknown>;
export interface BreakableCommand {
  /** What a failed condition may mean to the caller; in all other cases the command is decided again. */
  refusals?: string[];
  /** @returns what is then done under faults */
  prepare: (at: Workplace) => Act | Promise<Act>;
  /** A job reads the clock itself. */
  isJob?: boolean;
}
