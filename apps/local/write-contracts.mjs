// `npm run contracts`: writes the files for subscribers. With `-- --release` it also makes them the released ones, with
// which later changes are compared.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

prepare();
const { contractDocuments } = await import('../../dist/libs/event-contracts/src/index.js');
const folder = fileURLToPath(new URL('../../libs/event-contracts/', import.meta.url));
rmSync(join(folder, 'schemas'), { recursive: true, force: true });
for (const [file, content] of contractDocuments()) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}
if (process.argv.includes('--release'))
  cpSync(join(folder, 'schemas'), join(folder, 'released'), { recursive: true });
