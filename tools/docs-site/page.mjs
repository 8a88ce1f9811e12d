import { posix } from 'node:path';
import { escapeHtml } from './markdown.mjs';

/** A page of the site, complete without a script. */
export function pageOf({ place, title, html, headings }, menu) {
  const to = (path) => posix.relative(posix.dirname(place), path) || '.';
  const index = menu.flatMap(({ pages }) => pages).findIndex((page) => page.place === place);
  const all = menu.flatMap(({ pages }) => pages);
  const neighbour = (page, word, rel) =>
    page
      ? `<a rel="${rel}" href="${to(`${page.place}.html`)}"><span>${word}</span> ${escapeHtml(page.title)}</a>`
      : '<span></span>';
  const item = (page) =>
    `<li><a href="${to(`${page.place}.html`)}"${page.place === place ? ' aria-current="page"' : ''}>${escapeHtml(page.place === 'index' ? 'Rollbook' : page.title)}</a></li>`;
  const section = ({ title: name, pages }) =>
    `<details${pages.some((page) => page.place === place) || name === 'Start' ? ' open' : ''}><summary>${name}</summary><ul>${pages.map(item).join('')}</ul></details>`;
  const parts = headings.filter(({ depth }) => depth === 2);
  const contents =
    parts.length > 1
      ? `<nav class="contents" aria-label="On this page"><ul>${parts.map((part) => `<li><a href="#${part.id}">${escapeHtml(part.title)}</a></li>`).join('')}</ul></nav>`
      : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'">
<meta name="description" content="${escapeHtml(title)}: the documentation of Rollbook.">
<title>${escapeHtml(title)}${place === 'index' ? '' : ' · Rollbook'}</title>
<link rel="icon" href="data:,">
<link rel="alternate" type="text/markdown" href="${posix.basename(place)}.md">
<link rel="stylesheet" href="${to('site.css')}">
<script src="${to('theme.js')}"></script>
<script type="module" src="${to('site.js')}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="home" href="${to('index.html')}">Rollbook</a>
<div role="search"><input id="search" type="search" placeholder="Search  /" aria-label="Search the documentation" autocomplete="off" aria-controls="found"><ul id="found" hidden></ul></div>
<button id="theme" type="button">Dark</button>
</header>
<div class="columns">
<nav class="menu" aria-label="Documentation">${menu.map(section).join('')}</nav>
<main id="main" tabindex="-1"><article>${html}</article>
<footer><nav aria-label="Neighbours">${neighbour(all[index - 1], 'Before:', 'prev')}${neighbour(all[index + 1], 'Next:', 'next')}</nav>
<p><a href="${posix.basename(place)}.md">This page as Markdown</a></p></footer></main>
${contents}</div>
</body>
</html>
`;
}
