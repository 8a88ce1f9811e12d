import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../infra/bundles/bundle.mjs';
import { linkTo } from '../../tools/link.mjs';

// What is found in this repository's node_modules, and nowhere else, cannot be left out of what is handed out.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'left-out-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each(['@fastify/cors', '@fastify/compress', '@nestjs/core'])('no function is made without %s', (name) =>
  expect(bundle('api', join(folder, 'api'), { external: [name] })).rejects.toThrow(
    `Left out, but needed: ${name}, which `,
  ),
);

test.each(['@fastify/cors', '@fastify/static'])('no program is linked without %s', (name) =>
  expect(linkTo(folder, [{ api: 'api/src/main.js' }], { external: [name] })).rejects.toThrow(
    `Left out, but needed: ${name}, which `,
  ),
);

test('what a library does without may be missing', async () => {
  await expect(bundle('api', join(folder, 'api'))).resolves.toBeUndefined();
  await expect(linkTo(join(folder, 'linked'), [{ api: 'api/src/main.js' }])).resolves.not.toHaveLength(0);
});
