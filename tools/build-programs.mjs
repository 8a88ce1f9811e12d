// The first half of `npm run build`: compiles the sources, and links the programs.
import './runtime/rerun.mjs';

const { compile } = await import('./compile.mjs');
const { link } = await import('./link.mjs');
if (!compile()) process.exit(1);
await link();
