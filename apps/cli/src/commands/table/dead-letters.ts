import type { Command } from 'commander';
import { listParkedTasks, redriveTask, type Directory } from '#libs/directory';
import { discardLetter, redriveAggregate } from '#libs/event-publishing';
import { withSystem, withSystemOptions } from '../../table/connection.js';
import { wholeNumberFrom } from '../../terminal/whole-number.js';

export function addDeadLetterCommands(program: Command): void {
  const group = program
    .command('dead-letters')
    .description('Events that could not be published, and those waiting behind them.');

  withSystemOptions(group.command('list'))
    .description('Lists what is parked, and why.')
    .option('--aggregate <id>', 'only this account, user or service group')
    .option('--json', 'one JSON object per line')
    .action((options: { aggregate?: string; json?: boolean }, command: Command) =>
      withSystem(command, async ({ directory, deadLetters }) => {
        const letters = await deadLetters.list(options.aggregate);
        for (const { aggregateId, accountId, version, events, reason, parkedAt } of letters)
          console.log(
            options.json
              ? JSON.stringify({ aggregateId, accountId, version, events, reason, parkedAt })
              : `${parkedAt}  ${aggregateId}  version ${version} (${events} events)  ${reason}`,
          );
        if (!options.json) console.log(`${letters.length} parked commits.`);
        if (options.aggregate) return;
        const tasks = await listParkedTasks(directory);
        for (const { task, accountId, reason, updatedAt: parkedAt } of tasks)
          console.log(
            options.json
              ? JSON.stringify({ task, accountId, reason, parkedAt })
              : `${parkedAt}  ${task}  of ${accountId}  ${reason}`,
          );
        if (!options.json) console.log(`${tasks.length} parked tasks.`);
      }),
    );

  withSystemOptions(group.command('redrive'))
    .description('Publishes what is parked, in order, and frees the aggregate.')
    .option('--aggregate <id>', 'only this account, user or service group')
    .action((options: { aggregate?: string }, command: Command) =>
      withSystem(command, async ({ directory, bus, deadLetters }) => {
        const parked = await deadLetters.parkedAggregates();
        const ids = options.aggregate ? [options.aggregate] : parked.map(({ aggregateId }) => aggregateId);
        for (const id of ids) {
          const { published, stopped } = await redriveAggregate(directory, bus, deadLetters, id);
          console.log(`${id}: ${published} events published${stopped ? `; still parked: ${stopped}` : ''}`);
          if (stopped) process.exitCode = 1;
        }
        const tasks = options.aggregate ? 0 : await redriveTasks(directory);
        if (ids.length + tasks === 0) console.log('Nothing is parked.');
      }),
    );

  withSystemOptions(group.command('discard'))
    .description('Discards one parked commit for good; those behind it are published with the next redrive.')
    .requiredOption('--aggregate <id>', 'the account, user or service group')
    .requiredOption('--version <number>', 'the version, as listed', wholeNumberFrom(0))
    .requiredOption('--yes', 'confirms that its events are never published')
    .action((options: { aggregate: string; version: number }, command: Command) =>
      withSystem(command, async ({ deadLetters }) => {
        const found = await discardLetter(deadLetters, options.aggregate, options.version);
        if (!found) throw new Error(`Version ${options.version} of ${options.aggregate} is not parked.`);
        console.log(`Version ${options.version} of ${options.aggregate} was discarded.`);
      }),
    );
}

async function redriveTasks(directory: Directory): Promise<number> {
  const tasks = await listParkedTasks(directory);
  for (const parked of tasks) {
    try {
      await redriveTask(directory, parked);
      console.log(`${parked.task}: done`);
    } catch (error) {
      console.log(`${parked.task}: still parked: ${String(error)}`);
      process.exitCode = 1;
    }
  }
  return tasks.length;
}
