import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export interface Profile {
  api: string;
  /** A token of the identity provider, or an API key. */
  token?: string;
  /** The account for commands that name none. */
  account?: string;
}

interface Profiles {
  current?: string;
  profiles: Record<string, Profile>;
}

/** ROLLBOOK_PROFILES, or a file in the user's home folder. */
function profilesFile(): string {
  return process.env['ROLLBOOK_PROFILES'] || join(homedir(), '.config', 'rollbook', 'profiles.json');
}

export function readProfiles(): Profiles {
  const file = profilesFile();
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Profiles) : { profiles: {} };
}

/** Stores a profile, and makes it the current one. Only its owner can read the file, because it contains credentials. */
export function keepProfile(name: string, profile: Profile): void {
  const { profiles } = readProfiles();
  write({ current: name, profiles: { ...profiles, [name]: profile } });
}

export function useProfile(name: string): void {
  const { profiles } = readProfiles();
  if (!profiles[name]) throw new Error(`There is no profile ${name}.`);
  write({ current: name, profiles });
}

function write(profiles: Profiles): void {
  const file = profilesFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Whole or not at all, and never readable by others in between.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(profiles, undefined, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}

export function forgetProfile(name: string): void {
  const { current, profiles } = readProfiles();
  if (!profiles[name]) throw new Error(`There is no profile ${name}.`);
  const { [name]: _, ...others } = profiles;
  write({ ...(current !== name && current && { current }), profiles: others });
}

/** @throws Error that says which file, and what to do */
export function readTextOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const remedy = code === 'EISDIR' ? 'it is a folder: move it away' : `${code}: run this as its owner`;
    throw new Error(`${file} cannot be read (${remedy}).`, { cause: error });
  }
}

/** The named profile, the current one, or what `npm start` has left in its data. */
export function findProfile(name: string | undefined): Profile & { dataFolder: string } {
  const env = process.env;
  const { current, profiles } = readProfiles();
  const chosen = name ?? env['ROLLBOOK_PROFILE'] ?? current;
  const kept = chosen === undefined ? undefined : profiles[chosen];
  if (chosen !== undefined && !kept) throw new Error(`There is no profile ${chosen}.`);
  const dataFolder = resolve(env['ROLLBOOK_DATA_DIR'] || '.rollbook');
  const left = (name: string) => {
    const file = join(dataFolder, name);
    return existsSync(file) ? readTextOf(file) : undefined;
  };
  const api =
    env['ROLLBOOK_API_URL'] ||
    kept?.api ||
    (env['PORT'] ? undefined : left('api-url')) ||
    `http://127.0.0.1:${env['PORT'] || 3000}`;
  const token = env['ROLLBOOK_API_TOKEN'] || kept?.token || left('operator-token');
  const account = env['ROLLBOOK_ACCOUNT'] || kept?.account;
  return { api, dataFolder, ...(token && { token: token.trim() }), ...(account && { account }) };
}
