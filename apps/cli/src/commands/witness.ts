import type { Command } from 'commander';
import { wholeNumber, wholeNumberFrom } from '../terminal/whole-number.js';
import type { WitnessOptions } from '../witness/run.js';

export function addWitnessCommand(rollbook: Command): void {
  rollbook
    .command('witness')
    .description(
      'Cosigns checkpoints of logs that only grow, until Ctrl-C (tlog-witness); with --monitor it also checks that the log of all accounts has one line for each.',
    )
    .requiredOption('--logs <file>', 'a policy with the keys of the logs it knows (tlog-policy)')
    .option('--name <name>', 'its name, such as witness.example/w1, with which its key is created')
    .option('--key <file>', 'its key, created if missing', 'witness-key')
    .option('--state <file>', 'the SQLite file of what it has cosigned and read', 'witness.db')
    .option('--port <n>', 'the port it listens on', wholeNumberFrom(0), 3020)
    .option('--host <address>', 'the address it listens on', '127.0.0.1')
    .option('--monitor', 'reads the log of all accounts, with a key that has the scope log:monitor')
    .option('--once', 'reads it once and exits, with 1 if there is a fork')
    .option('--every <seconds>', 'how often it reads it', wholeNumber, 30)
    .option('--profile <name>', 'for --monitor: the profile with API and key; default: the current one')
    .action(async (options: WitnessOptions) => {
      const { runWitness } = await import('../witness/run.js');
      await runWitness(options);
    });
}
