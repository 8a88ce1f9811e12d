import { register } from 'node:module';

/** `node --import` this: Node loads TypeScript as it lies there, compiled by SWC as .swcrc says. */
register('./typescript-hooks.mjs', import.meta.url);
