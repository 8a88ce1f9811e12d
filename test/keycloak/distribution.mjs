// Keycloak's distribution, got from Maven Central when it is first needed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const KEYCLOAK_VERSION = '26.4.7';
const folder = fileURLToPath(new URL('../../.runtime/keycloak/', import.meta.url));

/** @returns {{ distribution: string } | { reason: string }} where it is unpacked, or why there is none */
export function getKeycloak() {
  const distribution = join(folder, `keycloak-${KEYCLOAK_VERSION}`);
  if (existsSync(join(distribution, 'bin', 'kc.sh'))) return { distribution };
  mkdirSync(folder, { recursive: true });
  const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${KEYCLOAK_VERSION}:zip`;
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
  if (error) return { reason: 'it needs Maven (mvn) and Java 17 or newer' };
  return status === 0 ? { distribution } : { reason: `Maven could not get it: ${stdout.split('\n')[0]}` };
}
