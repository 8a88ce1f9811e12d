import { InvalidArgumentError, type Command } from 'commander';
import { migrateTable, planShape, TABLE_SHAPE, type ShapePlan, type TableShape } from '#libs/directory';
import { withClients, withTableOptions, type Clients } from '../../table/connection.js';
import { startProgress } from '../../terminal/progress.js';

interface MigrateOptions {
  plan?: boolean;
  run?: boolean;
  aws?: boolean;
  rate: number;
  segments?: number;
}

/** Items read of each segment for a plan. */
const SAMPLE = 10_000;

export function addMigrateCommand(rollbook: Command, shape: TableShape = TABLE_SHAPE): void {
  withTableOptions(rollbook.command('migrate'))
    .description(
      'Gives the table the shape of this version: its indexes, and the items written before. Can run while programs of this ' +
        'version do, and be run again at any time. --plan says if older ones have to be stopped first.',
    )
    .option('--plan', 'show the difference, and write nothing')
    .option('--run', 'add the indexes and write the items; continues where a run was stopped')
    .option('--rate <units>', 'the maximum number of capacity units per second', positive, 500)
    .option('--segments <number>', 'segments of the table read concurrently', positive)
    .action(async ({ plan, run, aws, rate, segments }: MigrateOptions, command: Command) => {
      if (plan === run) command.error('error: choose --plan or --run');
      await withClients(command, async (clients) => {
        const bounds = { unitsPerSecond: rate, segments };
        const found = await planShape({ ...clients, shape }, { ...bounds, sample: SAMPLE });
        for (const line of sentences(found, shape)) console.log(line);
        if (plan || !found.isNeeded) {
          if (found.isNeeded) process.exitCode = 1;
          return;
        }
        // An index that CloudFormation does not know makes its next deployment fail.
        if (aws && found.missing.length > 0)
          throw new Error('On AWS the data stack adds indexes: deploy it first, then run this again.');
        await migrate(clients, shape, bounds, found);
      });
    });
}

async function migrate(
  clients: Clients,
  shape: TableShape,
  bounds: { unitsPerSecond: number; segments: number | undefined },
  { itemCount }: ShapePlan,
): Promise<void> {
  const bar = startProgress();
  const { written, contended } = await migrateTable(
    { ...clients, shape },
    { ...bounds, onProgress: ({ read }) => bar.show('migrate', read, Math.max(itemCount, read)) },
  );
  bar.clear();
  console.log(`${count(written)} items written.`);
  if (contended === 0) return console.log(`The table has shape ${shape.version}.`);
  console.log(`${count(contended)} items were changed by others each time: run it again.`);
  process.exitCode = 1;
}

function sentences(
  { found, wanted, missing, building, items, itemCount, isNeeded }: ShapePlan,
  { readableFrom }: TableShape,
): string[] {
  if (!isNeeded) return [`The table has shape ${found}, which this version needs. There is nothing to do.`];
  const isNewer = found > wanted ? ', and keeps what a newer version has added' : '';
  const isPart = items.read < itemCount;
  const estimate = isPart ? Math.round((items.written / items.read) * itemCount) : items.written;
  return [
    `The table has shape ${found}; this version needs ${wanted}${isNewer}.`,
    ...(found < readableFrom
      ? [
          `Earlier versions cannot read shape ${readableFrom}: stop all of their programs before you use --run.`,
        ]
      : []),
    ...(missing.length > 0 ? [`Indexes to add: ${missing.join(', ')}.`] : []),
    ...(building.length > 0 ? [`Indexes still being built: ${building.join(', ')}.`] : []),
    `Items to write: ${isPart ? `about ${count(estimate)}, by the first ${count(items.read)}` : count(estimate)}.`,
  ];
}

const count = (value: number) => value.toLocaleString('en');

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}
