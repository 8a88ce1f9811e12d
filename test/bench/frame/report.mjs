// The report in docs/benchmarks, made from one result: a page with every table, and a plot for those that want one.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { goalText, goalsText, judged } from './goals.mjs';
import { otherwiseMeasured } from './merge.mjs';
import { measureIn, rowsOf, subjectsOf } from './measures.mjs';
import { summary } from './statistics.mjs';
import { barChart, lineChart } from './svg.mjs';
import { figure, tableText } from './table-text.mjs';

const folder = fileURLToPath(new URL('../../../docs/benchmarks/', import.meta.url));

const NAMED = [
  '@aws-sdk/client-dynamodb',
  '@nestjs/core',
  'fastify',
  'undici',
  '@dynoxide/linux-x64',
  'electrodb',
  'dynamodb-toolbox',
  'dynamodb-onetable',
  'dynamoose',
  '@castore/core',
  '@ocoda/event-sourcing',
];

/** @returns the path of the page, from the repository's root */
export function writeReport(result) {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (file.endsWith('.svg')) rmSync(`${folder}${file}`);
  const parts = Object.entries(result.parts).map(([name, part]) => partText(result, name, part));
  writeFileSync(`${folder}README.md`, `${[heading(result), goalsOf(result), ...parts].join('\n\n')}\n`);
  writeFileSync(`${folder}result.json`, `${JSON.stringify(result)}\n`);
  return 'docs/benchmarks/README.md';
}

function heading({ machine, node, versions, commit, at, quick }) {
  const named = NAMED.filter((name) => versions[name]).map((name) => `${name} ${versions[name]}`);
  return `# Benchmarks

Made by \`npm run bench -- --report${quick ? ' --quick' : ''}\` from [result.json](result.json); nothing here is written by hand.

${machine.cores} cores (${machine.processor}), ${machine.memoryGiB} GiB, ${machine.platform}; Node ${node}; ${named.join(', ')};
commit ${commit}; ${at.slice(0, 10)}.

How to read it: rounds are interleaved in random order. If a table has a baseline, the bold figure is the median of each
round's ratio to it, which is stable even on a busy machine; it is followed by the median, and in brackets the middle
half of the rounds. Columns marked "again" are the same thing measured twice: the difference shows how large the noise
is. Compare two results with \`npm run bench -- --compare before.json after.json\`.`;
}

/** All goals at a glance, and those that are missed. */
function goalsOf({ parts }) {
  const all = Object.values(parts).flatMap(({ title, tables }) =>
    tables.flatMap((table) =>
      judged(table).map((goal) => ({ ...goal, place: `${title}, ${table.title}`, unit: table.unit })),
    ),
  );
  const missed = all.filter(({ met }) => !met);
  const lines = missed.map(
    ({ place, row, of, goal, value, unit }) => `- ${place}: ${row}: ${goalText({ value, of, goal, unit })}`,
  );
  const head = `## Goals\n\nMet: ${all.length - missed.length} of ${all.length}.`;
  return missed.length === 0 ? head : `${head} Missed:\n\n${lines.join('\n')}`;
}

function partText(result, name, part) {
  const { title, about, tables, remarks, failed } = part;
  const sections = tables.map((table, index) => tableSection(`${name}-${index + 1}.svg`, table));
  const notes = [otherwiseMeasured(result, part), failed && `**It failed: ${failed}**`].filter(Boolean);
  return [`## ${title}`, about, `\`npm run bench -- ${name}\``, ...notes, ...sections, ...remarks].join(
    '\n\n',
  );
}

function tableSection(file, table) {
  const { title, unit, baseline, chart, note } = table;
  const says = [unit && `In ${unit}${baseline ? `; bold: the ratio to ${baseline}` : ''}.`, note];
  const lines = [`### ${title}`, ...(unit || note ? [says.filter(Boolean).join(' ')] : [])];
  if (chart && table.measures.length > 0) {
    writeFileSync(`${folder}${file}`, chart === 'bars' ? bars(table) : curves(table));
    lines.push(`![${title}](${file})`);
  }
  lines.push(tableText(table));
  if (table.goals) lines.push(`\`\`\`text\n${goalsText(table)}\n\`\`\``);
  return lines.join('\n\n');
}

function bars(table) {
  const subjects = subjectsOf(table);
  const groups = rowsOf(table).map((label) => {
    const measured = subjects.map((subject) => [subject, measureIn(table, label, subject)]);
    const values = measured
      .filter(([, measure]) => measure)
      .map(([subject, { values: all }]) => [subject, summary(all)]);
    return { label, values: Object.fromEntries(values) };
  });
  return barChart({ title: table.title, unit: table.unit, subjects, groups });
}

/** The rows are the places on the axis: their names begin with a number. */
function curves(table) {
  const lines = subjectsOf(table).map((subject) => ({
    subject,
    points: rowsOf(table)
      .filter((row) => measureIn(table, row, subject))
      .map((row) => [
        Number.parseFloat(row.replaceAll(',', '')),
        summary(measureIn(table, row, subject).values).median,
      ]),
  }));
  return lineChart({
    title: table.title,
    unit: table.unit,
    xTitle: table.rowTitle ?? '',
    axis: table.axis,
    lines,
  });
}
