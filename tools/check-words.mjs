// Part of `npm run lint`: names and words that once stood here in place of the field's own. Prints each place that has one.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** What is found, and what to say instead. */
const INSTEAD = [
  [/\bMOST_[A-Z]/, 'MAX_…, the unit last'],
  [/\b(carryOut|carries out)\b/, 'run'],
  [/\bisThere\b/, 'exists'],
  [/\bmakeEntriesAnew\b/, 'rebuildEntries'],
  [/\bNOBODY\b/, 'undefined, or a named actor'],
  [/\b\w*MayFail\b/, 'ApiProblems'],
  [/\bhideUnits\b/, 'maskCapacity'],
  [/\b[a-z]+Facts?\b|\bfacts of a decision\b/, 'events'],
  [/\breckon(s|ed)?\b/i, 'estimate'],
  [/\bturnstiles?\b/i, 'semaphore, or keyed lock'],
  [/\bsurroundings\b/i, 'context'],
  [/\bupkeep\b/i, 'maintenance'],
  [/\bovertaken\b/i, 'conflicted'],
];

const FILES = /\.(ts|tsx|mjs|cjs|md)$/;
const GENERATED = /^(CHANGELOG\.md|libs\/client\/src\/schema\.ts|tools\/check-words\.mjs)$/;

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
const found = tracked
  .filter((file) => FILES.test(file) && !GENERATED.test(file))
  .flatMap((file) => {
    const lines = readFileSync(`${root}${file}`, 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      INSTEAD.filter(([word]) => word.test(line)).map(
        ([word, instead]) => `${file}:${index + 1}: ${word.exec(line)[0]}: say ${instead}`,
      ),
    );
  });
if (found.length > 0) {
  process.stderr.write(`${found.join('\n')}\n`);
  process.exitCode = 1;
}
