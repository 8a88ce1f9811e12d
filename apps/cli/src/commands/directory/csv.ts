import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { addApiCommand, printOne } from '../../api/api.js';
import { watchJob } from './watch-job.js';

export function addCsvCommands(rollbook: Command): void {
  const kinds = [
    ['users', 'users'],
    ['groups', 'service-groups'],
    ['members', 'memberships'],
    ['teams', 'teams'],
    ['teams', 'team-members', '-users'],
    ['events', 'events'],
  ] as const;
  for (const [name, kind, of = ''] of kinds) {
    const parent = rollbook.commands.find((command) => command.name() === name)!;
    if (kind !== 'events') addImport(parent, kind, of);
    addExport(parent, kind, of);
  }
}

/** @param of what is behind the name of the command, if the parent has one of another kind already */
function addImport(parent: Command, kind: string, of: string): void {
  addApiCommand(parent, `import${of} <file>`, async (api, file) => {
    const { dryRun, wait } = api.options<{ dryRun?: boolean; wait: boolean }>();
    const { id } = await api.client.post('/v1/accounts/{accountId}/import/{kind}', {
      path: { ...api.path(), kind },
      query: { dryRun: dryRun ?? false },
      body: () => createReadStream(file),
      contentType: /\.(ndjson|jsonl)$/.test(file) ? 'application/x-ndjson' : 'text/csv',
    });
    if (wait) await watchJob(api, id);
    else printOne(api, { id });
  })
    .description('Imports CSV, or NDJSON from a file with that extension. Exits with 1 if rows were refused.')
    .option('--dry-run', 'report what would change, and change nothing')
    .option('--no-wait', 'do not wait for the job, which `jobs watch` follows');
}

interface ExportOptions {
  format: 'csv' | 'ndjson';
  output?: string;
  bom?: boolean;
  from?: string;
  to?: string;
}

function addExport(parent: Command, kind: string, of: string): void {
  const command = addApiCommand(parent, `export${of}`, async (api) => {
    const { output, format, bom, from, to } = api.options<ExportOptions>();
    const { body } = await api.client.download('/v1/accounts/{accountId}/export/{exported}', {
      path: { ...api.path(), exported: kind },
      query: { format, bom, from, to },
    });
    const target = output ? createWriteStream(output, { flags: 'wx', mode: 0o600 }) : process.stdout;
    await pipeline(Readable.fromWeb(body as never), target, { end: output !== undefined });
  })
    .description(kind === 'events' ? 'Exports CSV or NDJSON.' : 'Exports CSV or NDJSON that can be imported.')
    .option('--format <format>', 'csv or ndjson', 'csv')
    .option('--bom', 'CSV begins with a byte order mark, for spreadsheets that need one to read UTF-8')
    .option('-o, --output <file>', 'a new file; default: standard output');
  if (kind === 'events')
    command.option('--from <time>', 'from this time').option('--to <time>', 'before this time');
}
