// npm run schemathesis: requests that Schemathesis makes up from the OpenAPI document, to the API as built. See check.ts.
// Arguments go to Schemathesis.
import { prepare } from '../../apps/local/prepare.mjs';
import { pythonEnvironment } from '../../tools/python-env.mjs';
import { runCheck } from '../support/run-check.mjs';

const programOf = pythonEnvironment('schemathesis');
// Why it is skipped has been said.
if (!programOf) process.exit(0);
prepare();
runCheck(import.meta.url, [programOf('schemathesis'), ...process.argv.slice(2)]);
