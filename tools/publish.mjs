// npm run release:publish [-- folder]: publishes the tarballs of `npm run release`, those that others depend on first. It can be
// repeated after a part failed: what the registry already has is skipped, if it is the same to the byte, and refused before anything is
// published if it is not. Uses Node and npm only, as it runs where a credential can be requested.
import './runtime/rerun.mjs';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[2] ?? 'dist/release');
/** Only a workflow can state where a package was built. */
const provenance = process.env.ACTIONS_ID_TOKEN_REQUEST_URL ? '--provenance' : '--provenance=false';

const tarballs = readdirSync(folder)
  .filter((file) => file.endsWith('.tgz'))
  .map((file) => {
    const path = join(folder, file);
    const manifest = execFileSync('tar', ['-xzOf', path, 'package/package.json'], { encoding: 'utf8' });
    const { name, version, dependencies = {}, peerDependencies = {} } = JSON.parse(manifest);
    const integrity = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
    return {
      path,
      name,
      id: `${name}@${version}`,
      needs: Object.keys({ ...dependencies, ...peerDependencies }),
      integrity,
    };
  });

/** What a package needs comes before it, and the command, which people install first, comes last. */
function inOrder() {
  const ordered = new Set();
  const add = (tarball) => {
    for (const other of tarballs) if (other !== last && tarball.needs.includes(other.name)) add(other);
    ordered.add(tarball);
  };
  const last = tarballs.find(({ name }) => name === 'rollbook');
  for (const tarball of tarballs) if (tarball !== last) add(tarball);
  if (last) add(last);
  return [...ordered];
}

/** @returns the digest that the registry has of it, or undefined */
function publishedIntegrity(id) {
  const { stdout, stderr } = spawnSync('npm', ['view', id, 'dist.integrity', '--json', '--prefer-online'], {
    encoding: 'utf8',
  });
  const answer = stdout.trim() === '' ? undefined : JSON.parse(stdout);
  if (typeof answer === 'string') return answer;
  if (answer === undefined || answer.error?.code === 'E404') return undefined;
  throw new Error(`The registry cannot say whether it has ${id}: ${stderr}`);
}

if (tarballs.length === 0) throw new Error(`There is no tarball in ${folder}: npm run release`);
const states = inOrder().map((tarball) => ({ ...tarball, published: publishedIntegrity(tarball.id) }));
const others = states.filter(
  ({ published, integrity }) => published !== undefined && published !== integrity,
);
if (others.length > 0)
  throw new Error(
    `The registry has other contents of ${others.map(({ id }) => id).join(', ')}: set a new version.`,
  );
for (const { path, id, published } of states) {
  if (published === undefined)
    execFileSync('npm', ['publish', path, provenance, '--access', 'public', '--ignore-scripts'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  console.log(`${id}: ${published === undefined ? 'published' : 'was there already'}`);
}
