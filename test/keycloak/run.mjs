// npm run keycloak: gets Keycloak from Maven Central, and signs people in there. See keycloak.spec.ts.
import '../../tools/runtime/rerun.mjs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { getKeycloak } from './distribution.mjs';

const { distribution, reason } = getKeycloak();
if (reason) {
  console.log(`Skipped, as there is no Keycloak: ${reason}.`);
  process.exit(0);
}
const tests = fileURLToPath(new URL('../run.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [tests, 'test/keycloak'], {
  stdio: 'inherit',
  env: { ...process.env, ROLLBOOK_KEYCLOAK: distribution },
});
process.exit(status ?? 1);
