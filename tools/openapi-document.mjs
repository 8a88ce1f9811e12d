import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { prepare } from '../apps/local/prepare.mjs';

const program = fileURLToPath(new URL('../dist/apps/api/src/print-openapi.js', import.meta.url));

export function printedDocument() {
  prepare();
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`The OpenAPI document cannot be printed: ${stderr}`);
  return stdout;
}
