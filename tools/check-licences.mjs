// The licence of every package in every lock of the repository: one that is not known here is for a person to read first.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Each lets everyone use and pass on the package, also inside a program under another licence. */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** Whose package.json names no licence of SPDX: MIT and the Unlicense, by the files that come with them. */
const READ = new Set(['busboy 1.6.0', 'js-object-utilities 2.2.2', 'node-22 22.15.0', 'streamsearch 1.1.0']);

/** Of SPDX: `A AND B` binds to both, and of `A OR B` one can be chosen. */
export function isAccepted(licence) {
  const text = String(licence ?? '').replace(/^\((.*)\)$/, '$1');
  if (text.includes('(')) return false;
  return text.split(' OR ').some((choice) => choice.split(' AND ').every((one) => ACCEPTED.has(one)));
}

export function unacceptedIn(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { link, license }]) => path !== '' && !link && !isAccepted(license))
    .filter(([path, { version }]) => !READ.has(`${path.replace(/^.*node_modules\//, '')} ${version}`))
    .map(([path, { version, license }]) => `${path} ${version}: ${license ?? 'no licence'}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const locks = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' });
  const unaccepted = locks
    .trim()
    .split('\n')
    .flatMap((file) =>
      unacceptedIn(JSON.parse(readFileSync(join(root, file), 'utf8'))).map((line) => `${file}: ${line}`),
    );
  for (const line of unaccepted) console.error(line);
  console.log(`${unaccepted.length} packages have a licence that tools/check-licences.mjs does not know.`);
  process.exitCode = unaccepted.length > 0 ? 1 : 0;
}
