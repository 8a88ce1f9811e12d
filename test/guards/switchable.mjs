// A Jest transform that compiles as ever, and gives each guard of guards.json a switch: a guard whose name is in the set
// `globalThis.switchedOff` is not there. Nothing that ships, and no other test, has these switches.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import swc from '@swc/jest';

const list = readFileSync(new URL('./guards.json', import.meta.url), 'utf8');
const guards = JSON.parse(list);
const compiler = swc.createTransformer();
const version = createHash('sha256')
  .update(list)
  .update(readFileSync(new URL(import.meta.url)))
  .digest('hex');

function withSwitches(source, path) {
  let text = source;
  for (const { name, file, after = '', code, without } of guards) {
    if (!path.endsWith(file)) continue;
    if (text.split(after + code).length !== 2)
      throw new Error(`The guard "${name}" is not where guards.json says: once in ${file}, as ${code}`);
    const off = `globalThis.switchedOff?.has(${JSON.stringify(name)})`;
    text = text.replace(after + code, () => `${after}(${off} ? (${without}) : (${code}))`);
  }
  return text;
}

export default {
  ...compiler,
  getCacheKey: (source, path, options) => `${compiler.getCacheKey(source, path, options)}${version}`,
  process: (source, path, options) => compiler.process(withSwitches(source, path), path, options),
  processAsync: (source, path, options) => compiler.processAsync(withSwitches(source, path), path, options),
};
