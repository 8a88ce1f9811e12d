// npm run aws:check: a first day on AWS, with nothing but what the AWS SDK finds by itself. See check.ts.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundleFunctions } from '../../infra/bundles/bundle.mjs';
import { pythonEnvironment } from '../../tools/python-env.mjs';

const programOf = pythonEnvironment('moto');
// Why it is skipped has been said.
if (!programOf) process.exit(0);
await bundleFunctions();

// Nothing of whoever runs this may lead a program to what the check means it to find by itself.
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(AWS|ROLLBOOK|OTEL)_/.test(name)),
);
const child = spawn(
  process.execPath,
  [
    '--conditions=source',
    '--import',
    new URL('../jest/typescript.mjs', import.meta.url).href,
    '--enable-source-maps',
    fileURLToPath(new URL('check.ts', import.meta.url)),
    programOf('moto_server'),
  ],
  { stdio: 'inherit', env: { ...environment, NODE_NO_WARNINGS: '1' } },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
