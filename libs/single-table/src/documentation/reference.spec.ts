import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { declarationsOf, declarationsText } from '../../../../tools/declarations.mjs';

const file = fileURLToPath(new URL('../../docs/reference.md', import.meta.url));

const reference = () => `# API reference

Generated from the declarations, by the path of the import. Do not edit. Names that a declaration uses and the package does not
export are parts of types, which programs do not write.

${declarationsText(declarationsOf(['single-table']))}`;

test('the reference is what the package declares', async () => {
  const page = await format(reference(), { ...(await resolveConfig(file)), parser: 'markdown' });
  // `ROLLBOOK_WRITE_DOCS=1 npm test -- libs/single-table/src/documentation/reference` writes it.
  if (process.env['ROLLBOOK_WRITE_DOCS']) writeFileSync(file, page);
  expect(readFileSync(file, 'utf8')).toBe(page);
}, 600_000);
