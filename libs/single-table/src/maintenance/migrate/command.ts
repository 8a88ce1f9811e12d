#!/usr/bin/env node
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { stateOfTable } from './indexes.js';
import {
  planMigration,
  renderProgress,
  runMigration,
  verifyMigration,
  type Difference,
  type Migration,
  type MigrationProgress,
} from './migrate.js';

const USAGE = `Usage: single-table migrate plan|run|verify MODULE [options]

MODULE exports \`client\`, a DynamoDBClient, and \`migration\`.

  plan     says what a run would do, and writes nothing
  run      adds the indexes that are missing and converts the items; continues where a run was stopped
  verify   compares, item by item, what the sources become with what is there

  --rate UNITS        read and write units per second at most, of all segments together
  --segments N        segments of each source read concurrently
  --delete-sources    with plan and run: deletes each source that is as it should be in the target

Exit codes: 0 done, and nothing is left; 1 something is left, see what was printed; 2 it could not be done.
`;
const SHOWN_DIFFERENCES = 20;

const out = (line: string) => process.stdout.write(`${line}\n`);
const count = (value: number) => value.toLocaleString('en-US');

class UsageError extends Error {}

try {
  process.exitCode = (await migrate()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS'))
    process.stderr.write(USAGE);
  process.exitCode = 2;
}

/** @returns false if something is left */
async function migrate(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rate: { type: 'string' },
      segments: { type: 'string' },
      'delete-sources': { type: 'boolean', default: false },
    },
  });
  const [subject, verb, module, ...others] = positionals;
  if (subject !== 'migrate' || !module || others.length > 0) throw new UsageError('');
  const { client, migration } = await load(module);
  const options = {
    client,
    unitsPerSecond: positive('--rate', values.rate),
    segments: positive('--segments', values.segments),
    deleteSources: values['delete-sources'],
    onDifference: showDifferences(),
  };
  if (verb === 'plan') {
    const { table, ...plan } = await planMigration(migration, options);
    if (table.missing.length > 0) out(`Indexes to add: ${table.missing.join(', ')}.`);
    out(`${count(plan.written)} of ${count(plan.scanned)} items would be written, ${rest(plan)}.`);
    return plan.different === 0;
  }
  if (verb === 'run') {
    const { itemCount } = await stateOfTable({ client, ...migration.target });
    const progress = await runMigration(migration, { ...options, onProgress: bar(itemCount) });
    out(`${count(progress.written)} of ${count(progress.scanned)} items written, ${rest(progress)}.`);
    return progress.different + progress.contended === 0;
  }
  if (verb !== 'verify') throw new UsageError('');
  const { scanned, current, different } = await verifyMigration(migration, options);
  out(
    different === 0
      ? `${count(current)} of ${count(scanned)} items are as they should be.`
      : `${count(different)} of ${count(scanned)} items are not as they should be.`,
  );
  return different === 0;
}

async function load(module: string): Promise<{ client: DynamoDBClient; migration: Migration }> {
  const loaded = (await import(pathToFileURL(module).href)) as Partial<Awaited<ReturnType<typeof load>>>;
  const { client, migration } = loaded;
  if (!client || !migration?.rules) throw new Error(`${module} must export a client and a migration.`);
  return { client, migration };
}

function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!(value > 0)) throw new UsageError(`${name} must be a number over 0.`);
  return value;
}

function rest({ current, deleted, different, contended, units }: MigrationProgress): string {
  const parts = { deleted, different, contended };
  const asides = Object.entries(parts).map(([name, value]) => (value > 0 ? `${count(value)} ${name}, ` : ''));
  return `${count(current)} as they should be, ${asides.join('')}${count(Math.round(units))} units`;
}

/** On a terminal, in one line. */
function bar(itemCount: number) {
  return (progress: MigrationProgress) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${renderProgress(progress, itemCount)}`);
  };
}

/** The first of them. */
function showDifferences() {
  let shown = 0;
  return ({ entity, key, target, attributes }: Difference) => {
    if ((shown += 1) > SHOWN_DIFFERENCES) return;
    const what = attributes.length > 0 ? `differs in ${attributes.join(', ')}` : 'is missing';
    out(`${entity} ${JSON.stringify(key)}: ${JSON.stringify(target)} ${what}`);
  };
}
