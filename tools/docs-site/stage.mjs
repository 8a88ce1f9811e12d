// What VitePress is given: each page of the menu where it is on the site, with its links as they are there.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { placeOf, SECTIONS } from './pages.mjs';

/** @returns {{ menu: object[], images: object[], mistakes: string[] }} `mistakes`: a link that leads nowhere, a page in no menu */
export function readPages(root, { source }) {
  const mistakes = [];
  const written = readdirSync(join(root, 'docs'), { recursive: true })
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.md'))
    .sort();
  const listed = new Set(SECTIONS.flatMap(({ pages = [] }) => pages));
  const sections = SECTIONS.map(({ pages = [], ...section }) => ({
    ...section,
    files: pages.flatMap((entry) =>
      entry.endsWith('/')
        ? written.filter((file) => dirname(file) === entry.slice(0, -1) && !listed.has(file))
        : [entry],
    ),
  }));
  const files = sections.flatMap((section) => section.files);
  for (const file of written)
    if (!files.includes(file)) mistakes.push(`${file} is in no menu: tools/docs-site/pages.mjs`);

  const targetOf = (page, link) => {
    const [address, anchor] = link.split('#');
    const file =
      address === ''
        ? page.file
        : posix.normalize(posix.join(posix.dirname(page.file), address)).replace(/\/$/, '');
    if (!existsSync(join(root, file))) return mistakes.push(`${page.file}: ${link} leads nowhere`) && link;
    const to = pages.get(file) ?? pages.get(`${file}/README.md`) ?? pages.get(firstOf(file));
    const end = anchor ? `#${anchor}` : '';
    if (!to && !isImage(file)) return source && `${source.replace(/\/$/, '')}/${file}${end}`;
    const place = to ? `${to.place}.md` : file.replace(/^docs\//, '');
    const path = posix.relative(posix.dirname(page.place), place);
    return to === page ? end : `${to || path.startsWith('.') ? '' : './'}${path}${end}`;
  };
  const firstOf = (folder) => files.find((file) => dirname(file) === folder);
  const images = new Set();
  const imageOf = (page, link) => {
    const file = posix.join(posix.dirname(page.file), link);
    images.add(file);
    return file;
  };
  const tagOf = (page, tag) => {
    const image = /src="([^"]*)"/.exec(tag)?.[1];
    const size = image && isOurs(image) ? sizeOf(join(root, imageOf(page, image))) : '';
    return tag
      .replaceAll(/(src|srcset)="([^"]*)"/g, (whole, name, link) =>
        isOurs(link) && imageOf(page, link) ? `${name}="${targetOf(page, link)}"` : whole,
      )
      .replace(/^<img/, `<img ${size}`);
  };
  const linked = (page, text) =>
    text.replaceAll(LINKS, (whole, alt, image, words, link) => {
      if (image !== undefined)
        return isOurs(image) ? tagOf(page, `<img alt="${alt}" src="${image}">`) : whole;
      if (whole.startsWith('<')) return tagOf(page, whole);
      if (link === undefined || !isOurs(link)) return whole;
      const target = targetOf(page, link);
      const inside = linked(page, words);
      return target === undefined ? inside : `[${inside}](${target})`;
    });

  const pages = new Map(
    files.map((file) => [file, pageOf(placeOf(file), readFileSync(join(root, file), 'utf8'), file)]),
  );
  for (const page of pages.values()) page.markdown = linked(page, page.markdown);
  return {
    menu: sections.map(({ files: its, ...section }) => ({
      ...section,
      pages: its.map((file) => pages.get(file)),
    })),
    mistakes: [...new Set(mistakes)],
    images: [...images].map((file) => ({ from: join(root, file), place: file.replace(/^docs\//, '') })),
  };
}

const isImage = (file) => /\.(svg|png)$/.test(file);
const isOurs = (link) => !/^([a-z]+:|\/\/)/.test(link);

/** Code, in which nothing is a link, an image, a tag of one, and a link. */
const LINKS =
  /^ *```[\s\S]*?^ *```|!\[([^\]]*)\]\(([^)\s]+)\)|<(?:img|source)\b[^>]*>|\[((?:`[^`]*`|!?\[[^\]]*\](?:\([^)]*\))?|[^\][`])*)\]\(([^)\s]+)\)|`[^`]+`/gm;

export function pageOf(place, markdown, file) {
  const title = /^# (.+)$/m.exec(markdown)?.[1].replaceAll('`', '') ?? '';
  return { file, place, markdown, title, description: descriptionOf(markdown) };
}

/** The first sentence of a page. */
function descriptionOf(markdown) {
  const paragraph = markdown
    .replaceAll(/^ *```[\s\S]*?^ *```|<!--[\s\S]*?-->/gm, '')
    .split(/\n\s*\n/)
    .find((part) => /^[\p{L}"“`*[]/u.test(part.trim()) && !/^[*-] /.test(part.trim()));
  const text = (paragraph ?? '')
    .trim()
    // "**Context.**" and the like.
    .replace(/^\*\*[^*]+\.\*\*\s+/, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]|<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.*?[.:?!](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
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

export function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}
