// npm run docs:build: the documentation as static files in dist/docs, made by VitePress: a page and its Markdown for each, a search,
// and llms.txt. Exits with 1 if a link leads nowhere or a page is in no menu.
//
//   --out FOLDER   where to put it
//   --from FOLDER  a repository with the same pages
//   --base PATH    the folder of the host that it is served from, such as /rollbook/
//   --source URL   where the sources can be seen, such as https://github.com/acme/rollbook/blob/main: links to them lead there
import '../runtime/rerun.mjs';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { printedDocument } from '../openapi-document.mjs';
import { declarationsOf, declarationsText } from '../declarations.mjs';
import { httpReference } from './http-reference.mjs';
import { installLocked } from '../install-locked.mjs';
import { deadLinks } from './links.mjs';
import { problemPages } from './problems.mjs';
import { copy, pageOf, readPages, write } from './stage.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const repository = join(here, '../..');
const string = { type: 'string' };
const { values } = parseArgs({
  options: { out: string, from: string, source: string, base: { ...string, default: '/' } },
});
const root = values.from ?? repository;
const out = resolve(values.out ?? join(root, 'dist/docs'));
const staged = `${out}-source`;

const { menu, images, mistakes } = readPages(root, values);
endWith(mistakes);
installLocked(here);

const http = JSON.parse(printedDocument());
const { PROBLEMS } = await import(
  pathToFileURL(join(repository, 'dist/apps/api/src/problems/catalogue.js')).href
);
const reference = httpReference(http, new Set(Object.keys(PROBLEMS)));
const problems = problemPages(PROBLEMS, reference.routesOf);
const GENERATED = {
  http: reference.pages,
  problems: [problems.index],
  packages: packagePages(menu.flatMap((section) => section.pages)),
};
for (const section of menu) section.pages.push(...(GENERATED[section.generated] ?? []));
const pages = [...menu.flatMap((section) => section.pages), ...problems.pages];

for (const folder of [out, staged]) rmSync(folder, { recursive: true, force: true });
for (const { place, markdown } of pages) write(join(staged, `${place}.md`), markdown);
for (const { from, place } of images) copy(from, join(staged, place));
// Where the pages, which are compiled, find Vue.
symlinkSync(join(here, 'node_modules'), join(staged, 'node_modules'), 'junction');
const settings = {
  base: values.base,
  menu,
  staged,
  out,
  descriptions: Object.fromEntries(pages.map((page) => [`${page.place}.md`, page.description])),
};
write(
  join(staged, '.vitepress/config.mjs'),
  `import { configOf } from ${JSON.stringify(join(here, 'vitepress.mjs'))};\nexport default configOf(${JSON.stringify(settings)});\n`,
);
write(
  join(staged, '.vitepress/theme/index.mjs'),
  `export { default } from 'vitepress/theme-without-fonts';\n`,
);
const { build } = await import(pathToFileURL(join(here, 'node_modules/vitepress/dist/node/index.js')).href);
await build(staged);
for (const { place, markdown } of pages) write(join(out, `${place}.md`), markdown);
write(join(out, 'llms.txt'), index());
endWith(deadLinks(out, values.base));
console.log(`${out}: ${pages.length} pages, no dead link`);

/** Of each package that has a page: what it exports. */
function packagePages(written) {
  const libraries = written
    .map(({ file }) => /^libs\/([\w-]+)\/README\.md$/.exec(file)?.[1])
    .filter((library) => library && !existsSync(join(root, `libs/${library}/docs/reference.md`)));
  const paths = declarationsOf(libraries);
  return libraries.map((library) => {
    const its = paths
      .filter((path) => path.library === library)
      .map((path) => ({ ...path, names: path.names.map(({ name, text }) => ({ name, text: short(text) })) }));
    const text = `Options, types and errors of [@rollbook/${library}](${library}.md), from its declarations.`;
    return pageOf(
      `packages/${library}-reference`,
      `# @rollbook/${library}: reference\n\n${text}\n\n${declarationsText(its)}`,
    );
  });
}

/** Of a constant whose type repeats all its data, the beginning. */
function short(text) {
  const isLong = /^(\/\*\*[^]*?\*\/\s*)?const/.test(text) && text.length > 2_000;
  return isLong ? `${text.split('\n').slice(0, 8).join('\n')}\n    // …` : text;
}

function index() {
  const line = ({ title, place, description }) => `- [${title}](${place}.md): ${description}`;
  const section = ({ title, pages: its }) => `\n## ${title}\n\n${its.map(line).join('\n')}\n`;
  return `# Rollbook\n\n> ${menu[0].pages[0].description}\n${menu.map(section).join('')}`;
}

function endWith(wrong) {
  if (wrong.length === 0) return;
  console.error(wrong.join('\n'));
  process.exit(1);
}
