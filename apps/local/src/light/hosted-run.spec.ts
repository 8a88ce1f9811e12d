import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const built = (file: string) =>
  JSON.stringify(fileURLToPath(new URL(`../../../../dist/apps/local/src/${file}`, import.meta.url)));

/** Two programs beside each other: one fails as it is told to whenever it has started, the other counts its starts. */
const PROGRAM = (failure: string, stop = '') => `
  import { createServer, get } from 'node:http';
  import { PassThrough } from 'node:stream';
  import { startHosted, traceFailures } from ${built('light/hosted-run.js')};
  import { startPart } from ${built('supervision/part.js')};
  traceFailures();
  const begin = (program) => startPart({
    title: program.name,
    run: () => startHosted({ stopWithinMs: 200, explain: ({ message }) => message, ...program }, new PassThrough().resume(), () => {}),
    onChange: () => {},
  });
  const started = { failing: 0, steady: 0 };
  begin({ name: 'steady', start: async () => { started.steady += 1; return { stop: async () => {} }; } });
  begin({
    name: 'failing',
    async start() {
      started.failing += 1;
      if (started.failing > 1) return { stop: async () => {} };
      ${failure};
      return { stop: async () => { ${stop}; } };
    },
  });
  setInterval(() => console.log(JSON.stringify(started)), 50);`;

async function run(source: string): Promise<{ started: string; said: string; code: number | null }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let [started, said] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  for await (const line of createInterface({ input: child.stdout })) {
    started = line;
    if (line.includes('"failing":2')) child.kill();
  }
  return { started, said, code: await ended };
}

test.each([
  ['a timer', `setTimeout(() => { throw new Error('it broke'); }, 20)`],
  ['a promise that nobody waits for', `setTimeout(() => void Promise.reject(new Error('it broke')), 20)`],
  [
    'an event of a socket',
    `createServer(() => { throw new Error('it broke'); }).listen(0, function () { get({ port: this.address().port }).on('error', () => {}); })`,
  ],
  ['its start', `throw new Error('it broke')`],
])('a program that fails in %s is restarted, and the one beside it goes on', async (_, failure) => {
  const { started, said } = await run(PROGRAM(failure));
  expect(started).toBe('{"failing":2,"steady":1}');
  expect(said).toContain('it broke');
  expect(said).toContain('The failing ended (');
  expect(said).not.toContain('The steady');
});

test('the whole process ends if a program that failed does not', async () => {
  const forever = 'await new Promise(() => {})';
  const { said, code } = await run(
    PROGRAM(`setTimeout(() => { throw new Error('it broke'); }, 20)`, forever),
  );
  expect(said).toContain(
    'The failing does not stop: the programs in the same process are restarted with it.',
  );
  expect(code).toBe(1);
});
