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

/** In code that the simulation runs (docs/adr/0062-time-and-chance-are-arguments.md), and where Oxlint has no rule for it. */
const IN_SIMULATED = [
  [/\bnew Date\(\)/, 'new Date(now()), of the runtime'],
  [/^(export )?let \w/, 'a field of an object that each process makes'],
  [/^(export )?const \w+ = new (Map|Set)(<.*>)?\(\)/, 'a field of an object that each process makes'],
];
const SIMULATED =
  /^(libs\/(single-table|directory|domain|dynamodb-streams|event-publishing|pacing|client|guard|subscriber)|apps\/(stream-processor|webhooks|mailer|api))\/src\/(?!.*spec\.ts)/;
/** Entry points and the HTTP edge; the toolkit's migrations; and memos, which hold what can be derived again. */
const REAL_TIME =
  /^(apps\/[\w-]+\/src\/(main|program)|apps\/api\/src\/(auth|http|observability)\/|libs\/single-table\/src\/maintenance\/|libs\/domain\/src\/values\/text\/|libs\/single-table\/src\/(connection\/cursor|definitions\/value-codecs)\.ts)/;

const FILES = /\.(ts|tsx|mjs|cjs|md)$/;
const GENERATED = /^(CHANGELOG\.md|libs\/client\/src\/schema\.ts|tools\/check-words\.mjs)$/;

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
const found = tracked
  .filter((file) => FILES.test(file) && !GENERATED.test(file))
  .flatMap((file) => {
    const lines = readFileSync(`${root}${file}`, 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      (SIMULATED.test(file) && !REAL_TIME.test(file) ? [...INSTEAD, ...IN_SIMULATED] : INSTEAD)
        .filter(([word]) => word.test(line))
        .map(([word, instead]) => `${file}:${index + 1}: ${word.exec(line)[0]}: say ${instead}`),
    );
  });
if (found.length > 0) {
  process.stderr.write(`${found.join('\n')}\n`);
  process.exitCode = 1;
}
