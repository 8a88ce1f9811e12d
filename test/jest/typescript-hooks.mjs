import { fileURLToPath } from 'node:url';
import { isSwitchable, markSwitchable } from '../guards/switchable.mjs';
import { compiledOf } from './compiled.mjs';

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
  return { format: 'module', source: compiledOf(fileURLToPath(url), isSwitchable(url)), shortCircuit: true };
}
