// One start of a function: a new Node process loads its bundle's index.mjs and calls the handler once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What Lambda gives Node for 1,024 MB. */
const FLAGS = ['--expose-gc', '--max-semi-space-size=51', '--max-old-space-size=921'];
const program = fileURLToPath(new URL('first-answer.mjs', import.meta.url));

/** A copy of the bundles that Node has to compile. */
export function withoutCodeCache(bundles) {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-plain-'));
  cpSync(bundles, folder, { recursive: true, filter: (file) => !file.endsWith('program.cache') });
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** @throws Error when the answer is not the one that was expected, or the code cache was not used as expected */
export async function firstAnswer(name, folder, fixture, codeCache) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...FLAGS, program, join(folder, name)], {
    env: { ...process.env, ...fixture.environment, FIRST_EVENT: JSON.stringify(fixture.events[name]) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = await Promise.race([
    once(child.stdout.setEncoding('utf8'), 'data'),
    exited.then(([code]) => Promise.reject(new Error(`${name} ended with ${code} and no answer.`))),
  ]);
  const milliseconds = performance.now() - startedAt;
  await exited;
  const { cpuMs: cpuMilliseconds, ...answer } = JSON.parse(line);
  const expected = JSON.stringify({ answer: fixture.expected[name], codeCache });
  if (JSON.stringify(answer) !== expected)
    throw new Error(`${name} answered ${line.trim()}, not ${expected}`);
  return { milliseconds, cpuMilliseconds };
}
