import { InvalidArgumentError, type Command } from 'commander';
import { findMeteredUsage, grantTenant, measureUsage } from '#libs/directory';
import { billOf, costsOf, monthlyCostsOf } from '../../capacity-plan/costs.js';
import { meteredUse } from '../../capacity-plan/model.js';
import { PRICES } from '../../capacity-plan/prices.js';
import { withDirectory, withTableOptions } from '../../table/connection.js';
import { number } from '../plan.js';

interface CostOptions {
  account: string;
  month: Month;
  reads?: number;
  json?: boolean;
}

interface Month {
  name: string;
  from: Date;
  to: Date;
}

export function addCostCommand(rollbook: Command): void {
  withTableOptions(rollbook.command('cost'))
    .description(
      'Shows what an account used in a month, counted in its log, and what that costs at list prices, without the fixed costs of an environment. Reads the whole log.',
    )
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--month <yyyy-mm>', 'the month, in UTC', month)
    .option('--reads <n>', 'the number of reading requests; default: as metered by the API', number)
    .option('--json', 'the usage and the costs as a JSON document')
    .action((options: CostOptions, command: Command) =>
      withDirectory(command, async (directory) => {
        const { account, month: period, reads, json } = options;
        const usage = await measureUsage(grantTenant(directory, account), period.from, period.to);
        if (usage.eventsStored === 0)
          throw new Error(`There is no account ${account} in this table by the end of ${period.name}.`);
        const metered = await findMeteredUsage(grantTenant(directory, account), period.from, period.to);
        const used = meteredUse(usage, reads ?? metered.reduce((sum, day) => sum + day.reads, 0));
        const costs = costsOf(used);
        if (json) {
          const monthlyCosts = monthlyCostsOf(costs);
          const { users, memberships } = usage;
          console.log(
            JSON.stringify({ account, month: period.name, users, memberships, ...used, monthlyCosts }),
          );
          return;
        }
        const count = (value: number) => Math.round(value).toLocaleString('en-US');
        console.log(
          [
            `${account} in ${period.name}`,
            `  ${count(used.events)} events, ${count(used.deliveries)} webhook deliveries, ${count(used.requests)} requests`,
            `  ${count(used.writeUnits)} write units, ${count(used.readUnits)} read units, ${(used.sizeGb * 1_000).toFixed(2)} MB stored, by the cost model`,
            `In US dollars (list prices of ${PRICES.region}, ${PRICES.asOf})`,
            ...billOf(costs),
          ].join('\n'),
        );
      }),
    );
}

function month(text: string): Month {
  const from = new Date(`${text}-01T00:00:00Z`);
  if (!/^\d{4}-\d{2}$/.test(text) || Number.isNaN(from.getTime()))
    throw new InvalidArgumentError('It must be a month like 2026-03.');
  return { name: text, from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) };
}
