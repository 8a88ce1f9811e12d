// Whether each link between pages of the built site leads to a page and to a heading of it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export function deadLinks(site, base = '/') {
  const pages = new Map(
    readdirSync(site, { recursive: true })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file, readFileSync(join(site, file), 'utf8')]),
  );
  const ids = new Map(
    [...pages].map(([file, html]) => [
      file,
      new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)),
    ]),
  );
  const dead = new Set();
  for (const [file, html] of pages)
    for (const [, link] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      if (/^([a-z]+:|\/\/)/.test(link)) continue;
      const [path, anchor] = decodeURI(link).split('#');
      const place = path.startsWith(base) ? path.slice(base.length) : posix.join(posix.dirname(file), path);
      const target = path === '' ? file : /(^|\/)$/.test(place) ? `${place}index.html` : place;
      if (!existsSync(join(site, target))) dead.add(`${file}: ${link} leads nowhere`);
      else if (anchor && ids.has(target) && !ids.get(target).has(anchor))
        dead.add(`${file}: ${link} has no such heading`);
    }
  return [...dead];
}
