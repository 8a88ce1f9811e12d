// Amazon's DynamoDB Local, from the jar in the package amplify-dynamodb-simulator: the second engine of the tests.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const emulator = fileURLToPath(
  new URL('../../../node_modules/amplify-dynamodb-simulator/emulator', import.meta.url),
);

/** Why DynamoDB Local cannot run here, or undefined if it can. */
export function reasonAgainstDynamoDBLocal() {
  if (!existsSync(join(emulator, 'DynamoDBLocal.jar')))
    return 'the package amplify-dynamodb-simulator is not installed';
  if (spawnSync('java', ['-version']).status !== 0) return 'there is no Java on the PATH';
  return undefined;
}

/**
 * Options for a Java machine that runs for a minute or two: a second compilation tier and concurrent garbage collection take
 * more of the cores than they give back.
 */
export const SHORT_LIVED = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** Starts DynamoDB Local in memory on a free port, and waits until it answers. */
export async function startDynamoDBLocal(javaOptions = []) {
  const port = await freePort();
  const child = spawn(
    'java',
    [
      '-Xmx1g',
      ...javaOptions,
      '-Djava.library.path=./DynamoDBLocal_lib',
      '-jar',
      'DynamoDBLocal.jar',
      '-inMemory',
      '-sharedDb',
      '-port',
      port,
    ],
    { cwd: emulator, stdio: 'ignore' },
  );
  const stopWithUs = () => child.kill('SIGKILL');
  process.once('exit', stopWithUs);
  const endpoint = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`DynamoDB Local ended with exit code ${child.exitCode}.`);
    // It answers a bare request with 400: any answer will do.
    if (
      await fetch(endpoint).then(
        () => true,
        () => false,
      )
    )
      break;
    await delay(100);
  }
  return {
    endpoint,
    async stop() {
      process.removeListener('exit', stopWithUs);
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const forced = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await exited;
      clearTimeout(forced);
    },
  };
}

async function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(String(port)));
    });
  });
}
