import { ulid } from 'ulid';
import { startSession, userPrincipal, type Directory } from '#libs/directory';
import { DIRECTORY } from '../../apps/api/src/directory/directory.module.js';
import type { RunningApi } from './api.js';

/** A session of a user as signing in leaves it, where there is no provider to sign in at. */
export async function plantSession(
  { app }: RunningApi,
  user: { accountId: string; userId: string },
): Promise<string> {
  const sessionId = `sess_${ulid()}`;
  const now = new Date().toISOString();
  const session = {
    ...userPrincipal(user),
    sessionId,
    issuer: 'https://login.example',
    subject: ulid(),
    signedInAt: now,
    lastSeenAt: now,
    authTime: 0,
    expiresAt: Math.ceil(Date.now() / 1_000) + 3_600,
  };
  const nothing = { sid: undefined, idToken: undefined, replaces: undefined };
  await startSession(app.get<Directory>(DIRECTORY), { session, stateHash: ulid(), ...nothing });
  return sessionId;
}
