// `npm run contracts`: writes the files for subscribers, and what the package @rollbook/events has of them. With `-- --release` it also makes them the released ones, with
// which later changes are compared.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

prepare();
const contracts = await import('../../dist/libs/event-contracts/src/index.js');
const folder = fileURLToPath(new URL('../../libs/event-contracts/', import.meta.url));
rmSync(join(folder, 'schemas'), { recursive: true, force: true });
for (const [file, content] of contracts.contractDocuments()) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}
const { eventsSource, GENERATED } = await import('../../tools/generate-events.mjs');
writeFileSync(GENERATED, await eventsSource(contracts));
if (process.argv.includes('--release'))
  cpSync(join(folder, 'schemas'), join(folder, 'released'), { recursive: true });
