// npm run aws:check: a first day on AWS, with nothing but what the AWS SDK finds by itself. See check.ts.
import { bundleFunctions } from '../../infra/bundles/bundle.mjs';
import { pythonEnvironment } from '../../tools/python-env.mjs';
import { runCheck } from '../support/run-check.mjs';

const programOf = pythonEnvironment('moto');
// Why it is skipped has been said.
if (!programOf) process.exit(0);
await bundleFunctions();

// Nothing of this environment may lead a program to what it must find by itself.
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(AWS|ROLLBOOK|OTEL)_/.test(name)),
);
runCheck(import.meta.url, [programOf('moto_server'), programOf('python')], environment);
