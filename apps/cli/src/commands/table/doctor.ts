import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { planShape } from '#libs/directory';
import { EngineNotInstalledError, findEngine, findRunningEngine } from '#libs/embedded-engine';
import { findProfile } from '../../api/profiles.js';
import { portOf, usePorts } from '../local-ports.js';
import { withClients, withTableOptions } from '../../table/connection.js';

/** What a check found: undefined as a remedy if nothing is wrong. */
interface Finding {
  subject: string;
  found: string;
  remedy?: string;
}

interface DoctorOptions {
  aws?: boolean;
  dynamodbEndpoint?: string;
  data: string;
  port?: number;
}

/** As in package.json. */
const OLDEST_NODE = '22.15';
const LEAST_FREE_BYTES = 200 * 1024 * 1024;
/** Tokens are accepted for as long before their time. */
const MAX_SKEW_MS = 30_000;
const ANSWER_MS = 2_000;
const SAMPLE = 1_000;
const PORTS = [
  { subject: 'API port', variable: 'PORT', otherwise: 3000 },
  { subject: 'bus port', variable: 'ROLLBOOK_BUS_PORT', otherwise: 3001 },
  { subject: 'sign-in port', variable: 'ROLLBOOK_SIGN_IN_PORT', otherwise: 3003 },
];

export function addDoctorCommand(rollbook: Command): void {
  withTableOptions(rollbook.command('doctor'))
    .description(
      'Reports what would keep Rollbook from running here, and what to do: Node, engine, data, disk, ports, clock and the shape of the table.',
    )
    .option('--port <n>', 'the API port that `rollbook dev` was given (PORT; 3000)', portOf)
    .action(async (options: DoctorOptions, command: Command) => {
      if (options.port !== undefined) usePorts(options.port, process.env);
      const findings = await examine(options, command);
      const width = Math.max(...findings.map(({ subject }) => subject.length));
      for (const { subject, found, remedy } of findings) {
        console.log(`${remedy === undefined ? '✓' : '✗'} ${subject.padEnd(width)}  ${found}`);
        if (remedy !== undefined) console.log(`  ${' '.repeat(width)}  ${remedy}`);
      }
      const wrong = findings.filter(({ remedy }) => remedy !== undefined).length;
      console.log(wrong === 0 ? 'Nothing is wrong.' : `${wrong} of ${findings.length} are wrong.`);
      if (wrong > 0) process.exitCode = 1;
    });
}

async function examine(options: DoctorOptions, command: Command): Promise<Finding[]> {
  const isElsewhere = options.aws === true || options.dynamodbEndpoint !== undefined;
  const folder = resolve(options.data);
  const running = isElsewhere ? undefined : await findRunningEngine(join(folder, 'engine.db'));
  const local = isElsewhere ? [] : [engine(), data(folder), disk(folder)];
  const ports = options.aws ? [] : await Promise.all(PORTS.map((each) => port(each, running !== undefined)));
  const hasTable = isElsewhere || existsSync(join(folder, 'engine.db'));
  return [node(), ...local, ...ports, await clock(folder), ...(hasTable ? [await shape(command)] : [])];
}

function node(): Finding {
  const [version, oldest] = [process.versions.node, OLDEST_NODE];
  const isOld = version.localeCompare(oldest, 'en', { numeric: true }) < 0;
  return {
    ...{ subject: 'Node', found: `${version}; ${oldest} or newer is needed` },
    ...(isOld && { remedy: 'Install a newer one from https://nodejs.org.' }),
  };
}

function engine(): Finding {
  try {
    return { subject: 'engine', found: `${findEngine().name} for ${process.platform}-${process.arch}` };
  } catch (error) {
    if (!(error instanceof EngineNotInstalledError)) throw error;
    const [found = '', remedy = ''] = error.message.split(': ');
    return { subject: 'engine', found, remedy };
  }
}

/** The folder, or the nearest above it that is there. */
function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder));
}

function data(folder: string): Finding {
  const subject = 'data';
  const there = existing(folder);
  const remedy = 'Give another folder with --data or ROLLBOOK_DATA_DIR, or make this one yours.';
  try {
    if (!statSync(there).isDirectory()) return { subject, found: `${there} is a file`, remedy };
    accessSync(there, constants.W_OK | constants.X_OK);
    return { subject, found: there === folder ? folder : `${folder} will be created` };
  } catch (error) {
    return { subject, found: `${there} is not writable (${(error as NodeJS.ErrnoException).code})`, remedy };
  }
}

function disk(folder: string): Finding {
  const { bavail, bsize } = statfsSync(existing(folder));
  const free = bavail * bsize;
  const found = `${Math.floor(free / 1024 / 1024).toLocaleString('en')} MB are free for the data`;
  return {
    ...{ subject: 'disk', found },
    ...(free < LEAST_FREE_BYTES && { remedy: 'Free some, or give a folder on another disk with --data.' }),
  };
}

async function port(
  { subject, variable, otherwise }: (typeof PORTS)[number],
  isRunning: boolean,
): Promise<Finding> {
  const number = Number(process.env[variable] || otherwise);
  const code = await new Promise<string | undefined>((done) => {
    const server = createServer().once('error', (error: NodeJS.ErrnoException) => done(error.code));
    server.listen(number, '127.0.0.1', () => server.close(() => done(undefined)));
  });
  if (code === undefined) return { subject, found: `${number} is free` };
  if (code === 'EADDRINUSE' && isRunning)
    return { subject, found: `${number} is in use: Rollbook is running` };
  return {
    ...{
      subject,
      found: code === 'EADDRINUSE' ? `${number} is in use` : `${number} cannot be used (${code})`,
    },
    remedy: `Stop the program that uses it, or set another ${variable}.`,
  };
}

/** Compared with the API's, which may be on another machine, and with the data, which this clock must not have gone back behind. */
async function clock(folder: string): Promise<Finding> {
  const subject = 'clock';
  const { api } = findProfile(undefined);
  const answer = await fetch(`${api}/health/live`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(
    () => undefined,
  );
  await answer?.body?.cancel();
  const date = answer?.headers.get('date');
  const ahead = date ? Date.now() - Date.parse(date) : 0;
  if (Math.abs(ahead) > MAX_SKEW_MS)
    return {
      ...{ subject, found: `${seconds(ahead)} ${ahead > 0 ? 'ahead of' : 'behind'} that of ${api}` },
      remedy: 'Set both by NTP: tokens and ends are decided by the time.',
    };
  const file = join(folder, 'engine.db');
  const behind = existsSync(file) ? statSync(file).mtimeMs - Date.now() : 0;
  if (behind > MAX_SKEW_MS)
    return {
      ...{ subject, found: `${seconds(behind)} behind the last change of the data` },
      remedy: 'Set the clock by NTP: what was written later would come before what was written then.',
    };
  return { subject, found: date ? `as that of ${api}` : 'not behind the data' };
}

const seconds = (milliseconds: number) =>
  `${Math.round(Math.abs(milliseconds) / 1_000).toLocaleString('en')} s`;

async function shape(command: Command): Promise<Finding> {
  const subject = 'table';
  const findings: Finding[] = [];
  try {
    await withClients(command, async (clients) => {
      const { found, wanted, isNeeded } = await planShape(clients, { sample: SAMPLE });
      findings.push({
        ...{ subject, found: `its shape is ${found}; this version needs ${wanted}` },
        ...(isNeeded && { remedy: 'Run `rollbook migrate --plan`, and then `rollbook migrate --run`.' }),
      });
    });
  } catch (error) {
    findings.push({ subject, found: 'it cannot be read', remedy: (error as Error).message });
  }
  return findings[0]!;
}
