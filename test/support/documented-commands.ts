import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository. */
export const ROOT = join(import.meta.dirname, '../..');

export interface DocumentedCommand {
  page: string;
  command: string;
}

const PAGES = [
  'docs/deploy.md',
  'docs/upgrading.md',
  ...readdirSync(join(ROOT, 'docs/runbook'))
    .sort()
    .map((name) => `docs/runbook/${name}`),
];

/** Every command of the runbook, docs/deploy.md and docs/upgrading.md, in order: the lines of `sh` blocks, and what is quoted in the text. */
export function documentedCommands(): DocumentedCommand[] {
  return PAGES.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const found = text.matchAll(/^ *```sh\n([\s\S]*?)^ *```|`((?:npm|npx|aws) [^`]+)`/gm);
    return [...found]
      .flatMap(([, block, quoted]) => (block === undefined ? [quoted ?? ''] : linesOf(block)))
      .map((command) => ({ page, command: command.replace(/\s+/g, ' ').trim() }));
  });
}

function linesOf(block: string): string[] {
  return block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s+)#.*/, '').trim())
    .filter(Boolean);
}

/** The long options of a command, without what follows a second `--`. */
export function optionsOf(command: string): string[] {
  return Array.from(command.matchAll(/ (--[a-z][a-z-]*)/g), ([, option = '']) => option);
}
