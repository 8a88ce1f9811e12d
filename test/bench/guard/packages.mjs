// The packages as a program of others has them: linked with what they import.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { WORKSPACES } from '../../../tools/link.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** @returns the addresses of `@rollbook/guard` and `@rollbook/client`, made in a folder */
export async function linkPackages(folder) {
  const link = async (name) => {
    const outfile = join(folder, `${name}.mjs`);
    const entryPoints = [join(root, `dist/libs/${name}/src/index.js`)];
    const format = { bundle: true, format: 'esm', platform: 'node', logLevel: 'warning' };
    await build({ ...format, entryPoints, outfile, alias: WORKSPACES });
    return pathToFileURL(outfile).href;
  };
  return { guard: await link('guard'), client: await link('client') };
}
