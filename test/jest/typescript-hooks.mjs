import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

/** @type {import('node:module').ResolveHook} `./x.js` names what `./x.ts` compiles to, in a TypeScript file. */
export function resolve(specifier, context, nextResolve) {
  const relative = specifier.startsWith('./') || specifier.startsWith('../');
  if (!relative || !specifier.endsWith('.js') || !context.parentURL?.endsWith('.ts'))
    return nextResolve(specifier, context);
  return nextResolve(`${specifier.slice(0, -'.js'.length)}.ts`, context);
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), { filename });
  return { format: 'module', source: code, shortCircuit: true };
}
