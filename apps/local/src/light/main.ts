import { join } from 'node:path';
import { runProgram, type Program, type ProgramHost, type Running } from '#libs/program';
import { invitationMailer } from '../../../mailer/src/program.js';
import { webhooks } from '../../../webhooks/src/program.js';
import { busProgram } from '../bus/program.js';
import { readConfiguration } from '../settings/configuration.js';
import { identityProvider } from '../identity-provider/program.js';
import { appendTo } from '../supervision/log-file.js';
import { startPart, type Part } from '../supervision/part.js';
import { startHosted, traceFailures } from './hosted-run.js';
import { LIGHT_PROGRAMS, type LightReport } from './report.js';

const STOP_MS = 20_000;

const PROGRAMS: Record<keyof typeof LIGHT_PROGRAMS, Program> = {
  bus: busProgram(hear),
  'identity-provider': identityProvider,
  mailer: invitationMailer,
  webhooks,
};

const parts: Part[] = [];
let trouble: string | undefined;
let signInLink: string | undefined;

function report(): void {
  const missing = parts.filter(({ isUp }) => !isUp).map(({ title }) => title);
  process.send?.({ missing: [...missing, ...(trouble ? [trouble] : [])], signInLink } satisfies LightReport);
}

function hear(busTrouble: string | undefined): void {
  trouble = busTrouble;
  report();
}

function run(name: keyof typeof PROGRAMS, logs: string): Part {
  const program = PROGRAMS[name];
  const part = startPart({
    title: LIGHT_PROGRAMS[name],
    run: () =>
      startHosted(program, appendTo(join(logs, `${name}.log`)), ({ url }) => {
        if (name === 'identity-provider') signInLink = url;
      }),
    onChange: report,
  });
  parts.push(part);
  return part;
}

/**
 * The programs that have little to do, in one process: by themselves each of the three would take as much memory as all of them do
 * together. One that fails is restarted alone. A loop that does not end holds up all of them: the supervisor then restarts the process.
 */
async function start(host: ProgramHost): Promise<Running> {
  const logs = join(readConfiguration(process.env).dataFolder, 'logs');
  traceFailures();
  // The others subscribe as they start.
  await run('bus', logs).firstStart;
  const others = (['identity-provider', 'mailer', 'webhooks'] as const).map((name) => run(name, logs));
  await Promise.all(others.map(({ firstStart }) => firstStart));
  host.say('ready');
  return {
    async stop() {
      for (const part of parts.reverse()) await part.stop();
    },
  };
}

await runProgram({
  name: 'light process',
  stopWithinMs: STOP_MS,
  start,
  explain: (error) => (error instanceof Error ? error.message : String(error)),
});
