import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Schemas } from '#libs/client';
import { asRefusal, parseUntil } from '#libs/domain';
import { lengthOfTime } from '../../terminal/length-of-time.js';

export interface TermsOptions {
  until?: string;
  for?: number;
  reason?: string;
  permanent?: boolean;
  /** False: none. */
  accessRole?: string | false;
}

/** The options that say for how long a membership is given. */
export function withEnd(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--until <time>',
        'it ends then: 2026-12-31 (to the end of that day, in UTC) or 2026-12-31T18:00:00Z',
      )
        .argParser(until)
        .conflicts(['for', 'permanent']),
    )
    .addOption(
      new Option('--for <length>', 'it ends after that time: 8h, 30d')
        .argParser(lengthOfTime)
        .conflicts('permanent'),
    );
}

/** And why, and with which access role. */
export function withTerms(command: Command): Command {
  return withEnd(command)
    .option('--reason <text>', 'why it is given')
    .option('--access-role <key>', 'the key of an access role of the account');
}

export function termsOf({
  until: end,
  for: seconds,
  reason,
  permanent,
  accessRole,
}: TermsOptions): Schemas['MembershipTerms'] {
  const expiresAt = seconds === undefined ? end : new Date(Date.now() + seconds * 1_000).toISOString();
  return {
    ...(expiresAt !== undefined && { expiresAt }),
    ...(permanent && { expiresAt: null }),
    ...(reason !== undefined && { reason }),
    ...(accessRole !== undefined && { accessRole: accessRole || null }),
  };
}

function until(text: string): string {
  try {
    return parseUntil(text);
  } catch (error) {
    throw new InvalidArgumentError(asRefusal(error).message);
  }
}
