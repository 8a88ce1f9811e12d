import { register, registerHooks } from 'node:module';
import * as hooks from './typescript-hooks.mjs';

// Before 22.18 these hooks break modules in CommonJS that require each other; from 26 on the other kind is deprecated.
const [major, minor] = process.versions.node.split('.').map(Number);
const canHook = major > 22 || (major === 22 && minor >= 18);

/** `node --import` this: Node loads TypeScript as it is in the tree, compiled by SWC as .swcrc says. */
if (canHook) registerHooks(hooks);
else register('./typescript-hooks.mjs', import.meta.url);
