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

export interface Found extends Profile {
  /** Where these came from, and where a token has to be added: for messages. */
  source: string;
}

/**
 * The environment's API, that of the named or current profile, or what `npm start` has left in its data. URL and token come from
 * one of them: a folder that somebody else has made cannot have another's token sent to its URL.
 * @throws Error if the environment has a token for no URL
 */
export function findProfile(name: string | undefined): Found {
  const env = process.env;
  const { current, profiles } = readProfiles();
  const chosen = name || env['ROLLBOOK_PROFILE'] || current;
  const kept = chosen === undefined ? undefined : profiles[chosen];
  if (chosen && !kept) throw new Error(`There is no profile ${chosen}.`);
  const account = env['ROLLBOOK_ACCOUNT'] || kept?.account;
  return { ...connection(chosen, kept), ...(account && { account }) };
}

function connection(chosen: string | undefined, kept: Profile | undefined): Found {
  const [api, token] = [process.env['ROLLBOOK_API_URL'], process.env['ROLLBOOK_API_TOKEN']?.trim()];
  if (api) return { api, ...(token && { token }), source: 'ROLLBOOK_API_TOKEN, beside ROLLBOOK_API_URL' };
  if (token)
    throw new Error(
      'ROLLBOOK_API_TOKEN is set, and ROLLBOOK_API_URL is not: set both. A token is not sent to the URL of a profile or a folder.',
    );
  if (kept)
    return {
      api: kept.api,
      ...(kept.token && { token: kept.token.trim() }),
      source: `the profile ${chosen}, by \`rollbook profiles add\`. ROLLBOOK_API_TOKEN goes with ROLLBOOK_API_URL`,
    };
  return leftByStart();
}

function leftByStart(): Found {
  const { PORT: port, ROLLBOOK_DATA_DIR: data } = process.env;
  const dataFolder = resolve(data || '.rollbook');
  const left = (name: string) => {
    const file = join(dataFolder, name);
    return existsSync(file) ? readTextOf(file) : undefined;
  };
  const api = (port ? undefined : left('api-url')) || `http://127.0.0.1:${port || 3000}`;
  if (!ON_THIS_MACHINE.test(api))
    throw new Error(
      `${join(dataFolder, 'api-url')} names ${api}, which is not on this machine, as that of npm start is: ` +
        'set ROLLBOOK_API_URL and ROLLBOOK_API_TOKEN, or use a profile.',
    );
  const token = left('operator-token');
  const source = `ROLLBOOK_API_TOKEN, beside ROLLBOOK_API_URL, or use \`rollbook profiles add\`: npm start has left none in ${dataFolder}`;
  return { api, ...(token && { token }), source };
}

const ON_THIS_MACHINE = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\/?$/;
