import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';

const ALGORITHM = 'ES256';
const ISSUER = 'https://development-issuer.rollbook.invalid';
const AUDIENCE = 'rollbook';
const PRIVATE_KEY_FILE = 'private-key.json';
const DAY = 24 * 60 * 60;

export interface OperatorTokenOptions {
  subject?: string;
  /** Seconds; 30 days by default. */
  expiresIn?: number;
}

export interface UserTokenOptions {
  accountId: string;
  userId: string;
  /** Seconds; one day by default. */
  expiresIn?: number;
}

export interface OpenIssuerOptions {
  environment?: NodeJS.ProcessEnv;
  /** Creates a key pair if there is none; true by default. */
  mayMakeKey?: boolean;
}

export class IssuerKeyError extends Error {
  override readonly name = 'IssuerKeyError';
}

/** Signs tokens as an identity provider would, for a developer's machine and for tests. */
export interface DevelopmentIssuer {
  readonly keyId: string;
  readonly keyFile: string;
  readonly issuer: string;
  readonly audience: string;
  /** The public keys, as a file URL. */
  readonly jwksUrl: URL;
  signOperatorToken(options?: OperatorTokenOptions): Promise<string>;
  signUserToken(options: UserTokenOptions): Promise<string>;
}

/**
 * Opens the issuer whose key pair is stored under `<dataFolder>/issuer/`. Only its owner can read the private key.
 * @throws IssuerKeyError if there is no key and none may be created, or it cannot be read
 * @throws Error if NODE_ENV is `production`: anyone who can read the data folder could sign any token
 */
export async function openDevelopmentIssuer(
  dataFolder: string,
  { environment = process.env, mayMakeKey = true }: OpenIssuerOptions = {},
): Promise<DevelopmentIssuer> {
  if (environment['NODE_ENV'] === 'production')
    throw new Error('The development issuer does not run with NODE_ENV=production.');
  const folder = join(dataFolder, 'issuer');
  const keyFile = join(folder, PRIVATE_KEY_FILE);
  if (mayMakeKey) await mkdir(folder, { recursive: true, mode: 0o700 });
  const privateJwk = (await readKey(keyFile)) ?? (mayMakeKey ? await makeKey(keyFile) : undefined);
  if (!privateJwk) throw new IssuerKeyError(`The issuer's key ${keyFile} is missing.`);
  const jwksFile = join(folder, 'jwks.json');
  await writePublicKeys(jwksFile, privateJwk);
  const key = await importJWK(privateJwk, ALGORITHM);
  const sign = (claims: Record<string, string>, subject: string, expiresIn: number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid: privateJwk.kid, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + expiresIn)
      .sign(key);
  return {
    keyId: await calculateJwkThumbprint(privateJwk),
    keyFile,
    issuer: ISSUER,
    audience: AUDIENCE,
    jwksUrl: pathToFileURL(jwksFile),
    signOperatorToken: ({ subject = 'local-operator', expiresIn = 30 * DAY } = {}) =>
      sign({ scope: 'rollbook:operator' }, subject, expiresIn),
    signUserToken: ({ accountId, userId, expiresIn = DAY }) =>
      sign({ account_id: accountId }, userId, expiresIn),
  };
}

/** Two processes may start at once: the first to link the finished file decides, and the other reads it. */
async function makeKey(file: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kept = { ...jwk, alg: ALGORITHM, use: 'sig', kid: await calculateJwkThumbprint(jwk) };
  const draft = draftOf(file);
  await writeFile(draft, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
    return kept;
  } catch (error) {
    const winner = (error as NodeJS.ErrnoException).code === 'EEXIST' ? await readKey(file) : undefined;
    if (!winner) throw error;
    return winner;
  } finally {
    await unlink(draft);
  }
}

function draftOf(file: string): string {
  return `${file}.${process.pid}.${randomUUID()}`;
}

async function readKey(file: string): Promise<JWK | undefined> {
  try {
    const jwk = JSON.parse(await readFile(file, 'utf8')) as JWK;
    await importJWK(jwk, ALGORITHM);
    return jwk;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new IssuerKeyError(`The issuer's key ${file} cannot be read (${(cause as Error).message}).`, {
      cause,
    });
  }
}

/** Replaced in one step: a reader never finds half a file. */
async function writePublicKeys(file: string, { kty, crv, x, y, kid, alg, use }: JWK): Promise<void> {
  const text = `${JSON.stringify({ keys: [{ kty, crv, x, y, kid, alg, use }] }, null, 2)}\n`;
  const current = await readFile(file, 'utf8').catch(() => '');
  if (current === text) return;
  const draft = draftOf(file);
  await writeFile(draft, text);
  await rename(draft, file);
}
