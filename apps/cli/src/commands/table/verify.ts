import type { Command } from 'commander';
import {
  eachAccountId,
  grantTenant,
  repairAccount,
  verifyAccount,
  type Directory,
  type Finding,
  type LogKey,
  type Verification,
} from '#libs/directory';
import { logSigning } from '#libs/secrets';
import { withDirectory, withTableOptions } from '../../table/connection.js';
import { startProgress, type Progress } from '../../terminal/progress.js';

interface VerifyCommandOptions {
  repair?: boolean;
  yes?: boolean;
  json?: boolean;
  logKey?: LogKey | undefined;
}

const SOMETHING_IS_WRONG = 1;

export function addVerifyCommand(rollbook: Command): void {
  withTableOptions(rollbook.command('verify'))
    .description(
      'Folds the events of accounts and compares the result with everything stored: heads, claims, owners, memberships from both ' +
        'sides, past memberships, the log, fences and jobs. Can run while commands do.',
    )
    .argument('[accountIds...]', 'the accounts; default: all')
    .option('--repair', 'show what a repair would write; with --yes, write it')
    .option('--yes', 'with --repair: write, then verify again')
    .option('--json', 'one JSON document per line: {"finding": …}, and {"verification": …} for each account')
    .action(async (accountIds: string[], options: VerifyCommandOptions, command: Command) => {
      if (options.yes && !options.repair) command.error('error: --yes needs --repair');
      const logKey = logSigning(process.env)?.key;
      await withDirectory(command, async (directory) => {
        let wrong = 0;
        for await (const accountId of accountIds.length > 0 ? accountIds : eachAccountId(directory))
          wrong += await verifyOne(directory, accountId, { ...options, logKey });
        if (wrong > 0) process.exitCode = SOMETHING_IS_WRONG;
      });
    });
}

async function verifyOne(
  directory: Directory,
  accountId: string,
  { repair, yes, json, logKey }: VerifyCommandOptions,
): Promise<number> {
  const progress = startProgress();
  const seen = { ...watch(progress, accountId, json === true), logKey };
  const tenant = grantTenant(directory, accountId);
  if (!repair) {
    const verification = await verifyAccount(tenant, seen);
    if (isNowhere(verification)) return refuse(progress, accountId);
    report(progress, verification, json);
    return verification.findings.wrong;
  }
  const dryRun = !yes;
  const result = await repairAccount(tenant, { ...seen, dryRun });
  if (isNowhere(result.verification)) return refuse(progress, accountId);
  report(progress, result.verification, json);
  if (!json) {
    const verb = dryRun ? 'would be rewritten' : 'were rewritten';
    console.log(`  ${result.repaired.length} ${verb}, ${result.beyondRepair.length} are beyond repair.`);
    if (dryRun && result.repaired.length > 0) console.log('  Nothing was written: use --yes to write.');
    if (result.conflicted.length > 0)
      console.log(`  ${result.conflicted.length} were changed by commands in the meantime: run it again.`);
  }
  if (dryRun) return result.verification.findings.wrong;
  if (!json) console.log('  Verified again:');
  const after = await verifyAccount(tenant, seen);
  report(progress, after, json);
  return after.findings.wrong;
}

function refuse(progress: Progress, accountId: string): number {
  progress.clear();
  console.error(`error: There is no account ${accountId} in this table.`);
  return SOMETHING_IS_WRONG;
}

/** There are no events, nor anything that should not exist without them. */
function isNowhere({ events, findings }: Verification): boolean {
  return events === 0 && findings.wrong === 0;
}

function watch(progress: Progress, accountId: string, json: boolean) {
  return {
    onProgress: (done: number, total: number) => progress.show(accountId, done, total),
    onFinding(finding: Finding) {
      if (!json && finding.level === 'pending') return;
      progress.clear();
      console.log(json ? JSON.stringify({ finding }) : sentence(finding));
    },
  };
}

function sentence({ level, problem, aggregateId, message, differences = [] }: Finding): string {
  const details = differences.map(
    ({ attribute, expected, found }) =>
      `\n      ${attribute}: ${JSON.stringify(found)}, but ${JSON.stringify(expected)} by the events`,
  );
  return `  ${level === 'wrong' ? '✗' : '·'} ${problem}: ${aggregateId}: ${message}${details.join('')}`;
}

function report(progress: Progress, verification: Verification, json: boolean | undefined): void {
  progress.clear();
  if (json) return console.log(JSON.stringify({ verification }));
  const { accountId, aggregates, events, memberships, findings } = verification;
  const counts = `${count(aggregates)} aggregates, ${count(events)} events, ${count(memberships)} memberships`;
  const asides = [
    findings.stale > 0 ? `${count(findings.stale)} stale` : '',
    findings.pending > 0 ? `${count(findings.pending)} pending` : '',
  ].filter(Boolean);
  const verdict = findings.wrong === 0 ? 'nothing wrong' : `${count(findings.wrong)} WRONG`;
  console.log(`${accountId}  ${counts}: ${[verdict, ...asides].join(', ')}`);
}

function count(value: number): string {
  return value.toLocaleString('en');
}
