import { parseArgs } from 'node:util';
import { IssuerKeyError, openDevelopmentIssuer } from '#libs/dev-issuer';
import { DAY_SECONDS } from '#libs/domain';
import { CALLED } from './settings/called.js';
import { readConfiguration } from './settings/configuration.js';

const USAGE = `Prints a token of the local development issuer.

  ${CALLED.token} --account acct_… --user user_…   for a user
  ${CALLED.token} --operator                       for the operator
  … --days 365                                                how long it is valid: 30 days for the operator, a day for a user`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      account: { type: 'string' },
      user: { type: 'string' },
      operator: { type: 'boolean' },
      days: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(USAGE);
  const { dataFolder } = readConfiguration(process.env);
  const issuer = await openDevelopmentIssuer(dataFolder, { mayMakeKey: false }).catch((error: unknown) => {
    if (!(error instanceof IssuerKeyError)) throw error;
    throw new Error(
      `${error.message} \`${CALLED.start}\` creates the key with a new data folder; ROLLBOOK_DATA_DIR names the folder.`,
    );
  });
  const lifetime = values.days === undefined ? {} : { expiresIn: secondsOf(values.days) };
  if (values.operator) return console.log(await issuer.signOperatorToken(lifetime));
  const { account: accountId, user: userId } = values;
  if (!accountId?.startsWith('acct_') || !userId?.startsWith('user_'))
    throw new Error(`--account and --user must be given, as acct_… and user_….\n\n${USAGE}`);
  console.log(await issuer.signUserToken({ accountId, userId, ...lifetime }));
}

const MAX_DAYS = 36_500;

function secondsOf(days: string): number {
  const count = Number(days);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_DAYS) return count * DAY_SECONDS;
  throw new Error(`--days is a whole number from 1 to ${MAX_DAYS}, not ${days}.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
