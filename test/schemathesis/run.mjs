// npm run schemathesis: requests that Schemathesis makes up from the OpenAPI document, to the API as built. See check.ts.
// Arguments go to Schemathesis.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { prepare } from '../../apps/local/prepare.mjs';
import { pythonEnvironment } from '../../tools/python-env.mjs';

const programOf = pythonEnvironment('schemathesis');
// Why it is skipped has been said.
if (!programOf) process.exit(0);
prepare();

const child = spawn(
  process.execPath,
  [
    '--conditions=source',
    '--import',
    new URL('../jest/typescript.mjs', import.meta.url).href,
    '--enable-source-maps',
    fileURLToPath(new URL('check.ts', import.meta.url)),
    programOf('schemathesis'),
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit', env: { ...process.env, NODE_NO_WARNINGS: '1' } },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
