// Runs one part, and prints what it has measured. A part that fails keeps what it had until then.
import { goalsText } from './goals.mjs';
import { Measures } from './measures.mjs';
import { Progress } from './progress.mjs';
import { tableText } from './table-text.mjs';

export async function runPart(name, part, settings) {
  const measures = new Measures();
  const progress = new Progress(name);
  const startedAt = performance.now();
  let failed;
  try {
    await part.run(measures, progress, settings);
  } catch (error) {
    console.error(error);
    failed = error instanceof Error ? error.message : String(error);
  } finally {
    progress.end();
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const result = {
    title: part.title,
    about: part.about,
    seconds,
    settings,
    ...measures,
    ...(failed && { failed }),
  };
  print(result);
  return result;
}

function print({ title, seconds, tables, remarks, failed }) {
  console.log(`\n# ${title} (${seconds} s)`);
  for (const table of tables) {
    const shown = [table.unit, table.baseline && `bold: the ratio to ${table.baseline}`].filter(Boolean);
    const units = shown.length > 0 ? ` (${shown.join('; ')})` : '';
    console.log(`\n## ${table.title}${units}\n\n${tableText(table)}`);
    if (table.goals) console.log(`\n${goalsText(table)}`);
  }
  for (const remark of remarks) console.log(`\n${remark}`);
  if (failed) console.log(`\nFAILED: ${failed}`);
}
