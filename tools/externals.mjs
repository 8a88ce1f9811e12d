// What a linked program or a bundle may leave outside itself: Node's own modules, and optional peers of a library that are not
// installed. Anything else would be found in this repository's node_modules, and nowhere else.
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const nameOf = (path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/');
const isNode = (path) => path.startsWith('node:') || module.builtinModules.includes(path);

/** What a library looks for while it runs, and does without: the import stays, and fails as it does in Node. */
export const absentPeers = {
  name: 'absent-peers',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      const later = kind === 'dynamic-import' || kind === 'require-call';
      if (!later || isNode(path) || pluginData?.resolving) return undefined;
      const { errors } = await resolve(path, { kind, importer, resolveDir, pluginData: { resolving: true } });
      return errors.length > 0 ? { path, external: true } : undefined;
    });
  },
};

/**
 * @param {import('esbuild').Metafile} metafile
 * @param {string} root to which its paths are relative
 * @throws an error that names what was left out although it is needed, and by which file
 */
export function refuseExternals({ inputs, outputs }, root) {
  const left = Object.values(outputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  const reached = new Set(left.map(({ path }) => path).filter((path) => !isNode(path)));
  const mistakes = Object.entries(inputs).flatMap(([file, { imports }]) =>
    imports
      .filter(({ external, path }) => external && reached.has(path) && !isAbsentPeer(path, join(root, file)))
      .map(({ path }) => `${path}, which ${file} imports`),
  );
  if (mistakes.length > 0) throw new Error(`Left out, but needed: ${mistakes.join('; ')}.`);
}

function isAbsentPeer(path, importer) {
  const from = pathToFileURL(importer);
  const { peerDependenciesMeta } = JSON.parse(readFileSync(module.findPackageJSON(from), 'utf8'));
  if (peerDependenciesMeta?.[nameOf(path)]?.optional !== true) return false;
  try {
    return module.findPackageJSON(nameOf(path), from) === undefined;
  } catch {
    return true;
  }
}
