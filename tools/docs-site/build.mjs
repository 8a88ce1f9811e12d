// npm run docs:build: the documentation as static files in dist/docs, to be served from any folder of any host: a page and its
// Markdown for each, a search, and llms.txt. Exits with 1 if a link leads nowhere or a page is in no menu.
//
//   --out FOLDER   where to put it
//   --from FOLDER  a repository with the same pages
//   --source URL   where the sources can be seen, such as https://github.com/acme/rollbook/blob/main: links to them lead there
import '../runtime/rerun.mjs';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import MiniSearch from 'minisearch';
import { escapeHtml, render } from './markdown.mjs';
import { pageOf } from './page.mjs';
import { placeOf, SECTIONS } from './pages.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const string = { type: 'string' };
const { values } = parseArgs({ options: { out: string, from: string, source: string } });
const root = values.from ?? join(here, '../..');
const out = values.out ?? join(root, 'dist/docs');
const mistakes = [];

const written = readdirSync(join(root, 'docs'), { recursive: true })
  .map((file) => `docs/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.md'))
  .sort();
const listed = new Set(SECTIONS.flatMap(({ pages }) => pages));
const sections = SECTIONS.map(({ title, pages }) => ({
  title,
  files: pages.flatMap((entry) =>
    entry.endsWith('/')
      ? written.filter((file) => dirname(file) === entry.slice(0, -1) && !listed.has(file))
      : [entry],
  ),
}));
const files = sections.flatMap((section) => section.files);
for (const file of written)
  if (!files.includes(file)) mistakes.push(`${file} is in no menu: tools/docs-site/pages.mjs`);

const pages = new Map(
  files.map((file) => {
    const markdown = readFileSync(join(root, file), 'utf8');
    return [file, { file, place: placeOf(file), markdown, ...render(markdown) }];
  }),
);
const images = new Set();

/** @returns {string | undefined} where a link of a page leads on the site, relative to it; undefined if that is not on it */
function targetOf(page, link, ending) {
  const [path, anchor] = link.split('#');
  const file =
    path === '' ? page.file : posix.normalize(posix.join(posix.dirname(page.file), path)).replace(/\/$/, '');
  if (!existsSync(join(root, file))) return mistakes.push(`${page.file}: ${link} leads nowhere`) && link;
  const to = pages.get(file) ?? pages.get(`${file}/README.md`) ?? firstOf(file);
  if (to && anchor !== undefined && !to.headings.some(({ id }) => id === anchor))
    mistakes.push(`${page.file}: ${link} has no such heading`);
  const isImage = /\.(svg|png)$/.test(file);
  if (isImage) images.add(file);
  if (!to && !isImage)
    return values.source && `${values.source.replace(/\/$/, '')}/${file}${anchor ? `#${anchor}` : ''}`;
  if (to === page) return `#${anchor}`;
  const target = to ? `${to.place}${ending}` : file.replace(/^docs\//, '');
  return posix.relative(posix.dirname(page.place), target) + (anchor ? `#${anchor}` : '');
}

const firstOf = (folder) => pages.get(files.find((file) => dirname(file) === folder));
const isOurs = (link) => !/^([a-z]+:|\/\/)/.test(link);

function linked(page) {
  return page.html
    .replaceAll(/<a href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, (whole, link, text) => {
      if (!isOurs(link)) return whole;
      const target = targetOf(page, link, '.html');
      return target ? `<a href="${target}">${text}</a>` : `<span title="${escapeHtml(link)}">${text}</span>`;
    })
    .replaceAll(/<img ([^>]*src="([^"]*)")/g, (whole, attributes, link) =>
      isOurs(link) ? `<img ${sizeOf(join(root, dirname(page.file), link))} ${attributes}` : whole,
    )
    .replaceAll(/(src|srcset)="([^"]*)"/g, (whole, name, link) =>
      isOurs(link) ? `${name}="${targetOf(page, link, '')}"` : whole,
    );
}

/** So that the page does not jump when the image comes. Of a PNG: https://www.w3.org/TR/png-3/#11IHDR */
function sizeOf(image) {
  if (!existsSync(image)) return '';
  const bytes = readFileSync(image);
  const [, width, height] = image.endsWith('.png')
    ? [, bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    : (/viewBox="0 0 (\d+) (\d+)"/.exec(bytes.toString()) ?? []);
  return width === undefined ? '' : `width="${width}" height="${height}"`;
}

const inMarkdown = (page) =>
  page.markdown.replaceAll(/(?<!`)\]\(([^)\s]+)\)/g, (whole, link) =>
    isOurs(link) ? `](${targetOf(page, link, '.md') ?? link})` : whole,
  );

function write(path, text) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), text);
}

rmSync(out, { recursive: true, force: true });
const menu = sections.map(({ title, files: its }) => ({ title, pages: its.map((file) => pages.get(file)) }));
for (const page of pages.values()) {
  write(`${page.place}.html`, pageOf({ ...page, html: linked(page) }, menu));
  write(`${page.place}.md`, inMarkdown(page));
}
for (const image of images) {
  mkdirSync(dirname(join(out, image.replace(/^docs\//, ''))), { recursive: true });
  cpSync(join(root, image), join(out, image.replace(/^docs\//, '')));
}

const fields = { fields: ['title', 'page', 'text'], storeFields: ['title', 'page', 'url'] };
const search = new MiniSearch({ idField: 'url', ...fields });
for (const { place, title, sections: parts } of pages.values())
  search.addAll(parts.map((part) => ({ ...part, page: title, url: `${place}.html#${part.id}` })));
write('search.json', JSON.stringify(search));

const first = (page) => page.sections.find(({ text }) => text !== '')?.text.split(/(?<=\.) /)[0] ?? '';
write(
  'llms.txt',
  `# Rollbook\n\n> ${first(pages.get('README.md'))}\n${menu
    .map(
      (section) =>
        `\n## ${section.title}\n\n${section.pages.map((page) => `- [${page.title}](${page.place}.md)`).join('\n')}\n`,
    )
    .join('')}`,
);
const minisearch = fileURLToPath(import.meta.resolve('minisearch'));
for (const asset of [minisearch, ...['site.css', 'site.js', 'theme.js'].map((name) => join(here, name))])
  cpSync(asset, join(out, asset === minisearch ? 'minisearch.js' : basename(asset)));

if (mistakes.length > 0) {
  console.error([...new Set(mistakes)].join('\n'));
  process.exit(1);
}
const size = readdirSync(out, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
console.log(`${out}: ${pages.size} pages, ${(size / 1e6).toFixed(1)} MB, no dead link`);
