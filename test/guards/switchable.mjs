// What a spec of this folder imports is compiled as ever, and each guard of guards.json has a switch in it: a guard whose
// name is in the set `globalThis.switchedOff` is not there. Nothing that ships, and no other test, has these switches: the
// modules that do have a name of their own.
import { readFileSync } from 'node:fs';

const MARK = '?switchable';
const guards = JSON.parse(readFileSync(new URL('./guards.json', import.meta.url), 'utf8'));

/** @returns the name of a module that is imported from another: a marked one where the other is marked */
export function markSwitchable(url, parentURL = '') {
  const marked = parentURL.endsWith(MARK) || url.startsWith(new URL('.', import.meta.url).href);
  return marked && url.endsWith('.ts') ? url + MARK : url;
}

export function isSwitchable(url) {
  return url.endsWith(MARK);
}

export function withSwitches(source, path) {
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
