import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { addTableCommands } from './commands-on-the-table.js';

/** Somebody types these in an emergency. */
const root = join(import.meta.dirname, '../../..');
const pages = ['docs/deploy.md', ...runbookPages()];
const texts = pages.map((page) => readFileSync(join(root, page), 'utf8')).join('\n');

function runbookPages(): string[] {
  return readdirSync(join(root, 'docs/runbook')).map((page) => `docs/runbook/${page}`);
}

const rollbook = new Command('rollbook');
addTableCommands(rollbook);

const unique = (found: readonly string[]) => [...new Set(found)].sort();

test.each(unique([...texts.matchAll(/npm run ([a-z:-]+)/g)].map(([, script = '']) => script)))(
  'npm run %s, which the documentation has, is there',
  (script) => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(Object.keys(scripts)).toContain(script);
  },
);

const lines = [...texts.matchAll(/npm run (?:rollbook -- |(?=plan -- ))([^`\n]+)/g)].map(([, line = '']) =>
  line.replace('plan -- ', 'plan ').replace(/…/g, '').trim(),
);

test.each(unique(lines).filter((line) => /^[a-z]/.test(line)))(
  'rollbook %s is there, options too',
  (line) => {
    let command: Command | undefined = rollbook;
    for (const word of line.split(/\s+/)) {
      const inner: Command | undefined = command.commands.find((each) => each.name() === word);
      if (!inner) break;
      command = inner;
    }
    expect(command.name()).not.toBe('rollbook');
    const options = command.options.flatMap(({ long, short }) => [long, short]);
    for (const [option] of line.matchAll(/(?<= )--?[a-z][a-z-]*/g)) expect(options).toContain(option);
  },
);
