// The stream processor as it is built, in a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../dist/programs/stream-processor.js', import.meta.url));
const tellCpu = new URL('../api/tell-cpu.mjs', import.meta.url).href;

export async function startProcessor({ engine, masterKeyFile, tableName }, bus) {
  const child = fork(program, [], {
    execArgv: ['--no-warnings', '--import', tellCpu],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ROLLBOOK_TABLE: tableName,
      ROLLBOOK_MASTER_KEY_FILE: masterKeyFile,
      ROLLBOOK_DYNAMODB_ENDPOINT: engine.endpoint,
      ROLLBOOK_EVENTBRIDGE_ENDPOINT: bus.url,
    },
  });
  const ended = once(child, 'exit');
  await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`The stream processor ended with ${code}.`))),
  ]);
  return {
    async cpuMicroseconds() {
      child.send('cpu');
      return (await once(child, 'message'))[0].cpuMicroseconds;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
