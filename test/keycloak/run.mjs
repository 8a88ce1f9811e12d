// npm run keycloak: gets Keycloak from Maven Central, and signs people in there. See keycloak.spec.ts.
import '../../tools/runtime/rerun.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = '26.4.7';
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'dist', 'keycloak');
const distribution = join(folder, `keycloak-${VERSION}`);

/** The reason why there is no Keycloak, or undefined. */
function fetched() {
  if (existsSync(join(distribution, 'bin', 'kc.sh'))) return undefined;
  mkdirSync(folder, { recursive: true });
  const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`;
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:unpack';
  const { status, error, stdout } = spawnSync(
    'mvn',
    ['-q', '-B', goal, artifact, `-DoutputDirectory=${folder}`],
    {
      encoding: 'utf8',
      // Where it leaves marks of its own.
      cwd: folder,
    },
  );
  if (error) return 'it needs Maven (mvn) and Java 17 or newer';
  return status === 0 ? undefined : `Maven could not get it: ${stdout.split('\n')[0]}`;
}

const reason = fetched();
if (reason) {
  console.log(`Skipped, as there is no Keycloak: ${reason}.`);
  process.exit(0);
}
const { status } = spawnSync(process.execPath, [join(root, 'test', 'run.mjs'), 'test/keycloak'], {
  stdio: 'inherit',
  env: { ...process.env, ROLLBOOK_KEYCLOAK: distribution },
});
process.exit(status ?? 1);
