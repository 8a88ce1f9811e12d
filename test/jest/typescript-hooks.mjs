import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import { isSwitchable, markSwitchable, withSwitches } from '../guards/switchable.mjs';

const isTypeScript = (url = '') => /\.ts(\?|$)/.test(url);

/** @type {import('node:module').ResolveHook} `./x.js` names what `./x.ts` compiles to, in a TypeScript file. */
export function resolve(specifier, context, nextResolve) {
  const { parentURL } = context;
  const compiled = /^\.\.?\/.*\.js$/.test(specifier) && isTypeScript(parentURL);
  const resolved = nextResolve(compiled ? specifier.replace(/js$/, 'ts') : specifier, context);
  const mark = (module) => ({ ...module, url: markSwitchable(module.url, parentURL) });
  return resolved instanceof Promise ? resolved.then(mark) : mark(resolved);
}

/** @type {import('node:module').LoadHook} */
export function load(url, context, nextLoad) {
  if (!isTypeScript(url)) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const source = readFileSync(filename, 'utf8');
  const { code } = transformSync(isSwitchable(url) ? withSwitches(source, filename) : source, { filename });
  return { format: 'module', source: code, shortCircuit: true };
}
