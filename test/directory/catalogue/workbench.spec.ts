import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { ACCESS_PATTERN_SAMPLE, rollbookTable } from '#libs/directory';
import { workbenchModel, type WorkbenchModel } from '@rollbook/single-table/workbench';
import { defineImported, importWorkbench } from '@rollbook/single-table/workbench-import';

const file = new URL('../../../docs/workbench.json', import.meta.url);
type Sample = (typeof ACCESS_PATTERN_SAMPLE)[number]['model'];

/** Rollbook's entities, with the items by which its access patterns are described. */
function rollbookModel(): WorkbenchModel {
  const items = new Map<Sample, Record<string, unknown>[]>();
  for (const { model, write } of ACCESS_PATTERN_SAMPLE)
    items.set(model, [...(items.get(model) ?? []), write(new Date(0)).item!]);
  const entities = Array.from(items, ([model, each]) => ({ entity: { model } as never, items: each }));
  return workbenchModel(rollbookTable, 'Rollbook', entities);
}

test('docs/workbench.json is what NoSQL Workbench opens of this table, and comes back without loss', async () => {
  const model = rollbookModel();
  const text = await format(JSON.stringify(model), { ...(await resolveConfig(file)), parser: 'json' });
  // `ROLLBOOK_WRITE_DOCS=1 npm test -- test/directory/catalogue/workbench` writes it.
  if (process.env['ROLLBOOK_WRITE_DOCS']) writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
  const [imported] = importWorkbench(model);
  // What a pack holds is only described: Workbench knows it as a string.
  const Description = model.ModelMetadata['Description']!.replace(/ \w+ of [\w-]+: JSON of [^.]+\./g, '');
  expect(workbenchModel(imported!.table, imported!.name, defineImported(imported!))).toEqual({
    ...model,
    ModelMetadata: { ...model.ModelMetadata, Description },
  });
});
