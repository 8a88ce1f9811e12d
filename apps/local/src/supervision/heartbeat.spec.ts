import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../../../../test/support/eventually.js';
import { fromClock, watchHeartbeat } from './heartbeat.js';

const ANSWERS = `process.on('message', (message) => process.send(message)); process.send('up');`;

async function startProgram(source: string) {
  const child = spawn(process.execPath, ['--eval', source], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  const [changes, stuck]: [boolean[], string[]] = [[], []];
  watchHeartbeat(child, {
    intervalMs: 100,
    patience: 3,
    onChange: (responds) => changes.push(responds),
    onStuck: () => stuck.push('ended'),
  });
  return { child, changes, stuck };
}

test('a program whose event loop is stuck is ended', async () => {
  const { child, changes, stuck } = await startProgram(
    `${ANSWERS} setTimeout(() => { for (const end = Date.now() + 60_000; Date.now() < end; ); }, 200);`,
  );
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  expect(stuck).toEqual(['ended']);
  expect(changes).toContain(false);
});

test('a program that was stopped by hand is missing, is not ended, and is back when it goes on', async () => {
  const { child, changes, stuck } = await startProgram(`${ANSWERS} setInterval(() => {}, 1_000);`);
  child.kill('SIGSTOP');
  await eventually('it is missing for long', () => changes.filter((responds) => !responds).length > 8);
  child.kill('SIGCONT');
  await eventually('it is back', () => changes.at(-1) === true);
  expect(stuck).toEqual([]);
  child.kill('SIGKILL');
  await once(child, 'exit');
});

test.each([
  ['  0:01.50\n', 1_500],
  ['12:03', 723_000],
  ['01:00:00', 3_600_000],
  ['1-00:00:01', 86_401_000],
  ['', undefined],
])('ps says %j: %j ms', (text, milliseconds) => {
  expect(fromClock(text)).toBe(milliseconds);
});
