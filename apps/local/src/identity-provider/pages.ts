import { createHash } from 'node:crypto';
import type { Person } from './people.js';

const STYLE = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:10vh auto;padding:0 1.5rem;color:#1c1d21;background:#fff}
h1{font-size:1.5rem;margin:0 0 .25rem}p{margin:0 0 1.25rem}
ul{list-style:none;margin:0;padding:0}li{margin:0 0 .5rem}
button{font:inherit;width:100%;min-height:3rem;padding:.5rem .875rem;text-align:left;cursor:pointer;color:inherit;background:#f4f5f7;border:1px solid #767b87;border-radius:.5rem}
button:hover{background:#e7e9ee}button:focus-visible{outline:3px solid #2a4fd0;outline-offset:2px}
form+form{margin-top:1rem}form[role=search]{display:flex;gap:.5rem}
input{font:inherit;flex:1;min-width:0;min-height:3rem;padding:.5rem .875rem;color:inherit;background:transparent;border:1px solid #767b87;border-radius:.5rem}form[role=search] button{width:auto}
input:focus-visible{outline:3px solid #2a4fd0;outline-offset:2px}
small{display:block;color:#4c4f58}
@media(prefers-color-scheme:dark){body{color:#e8e9ee;background:#15161a}button{background:#22242a}button,input{border-color:#8b909c}button:hover{background:#2d3038}small{color:#b3b6c1}button:focus-visible,input:focus-visible{outline-color:#9db2ff}}`;

/** Nothing is loaded and no script runs. A form may lead to the API: browsers also check where its answer redirects. */
export function policyOfPages(apiOrigin: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    `form-action 'self' ${apiOrigin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join(';');
}

/** @param q what the people were searched for; empty if they were not */
export function chooserPage(people: readonly Person[], action: string, q: string): string {
  const choices = people.map(
    ({ subject, name, email, note }) =>
      `<li><button name="subject" value="${escaped(subject)}">${escaped(name)}<small>${escaped(note)} · ${escaped(email)}</small></button></li>`,
  );
  return page(
    'Sign in to Rollbook',
    `<p>The development identity provider asks for no password. Who are you?</p>
<form role="search">
<input type="search" name="q" value="${escaped(q)}" aria-label="Search by name, email or account" placeholder="Search by name, email or account" autocomplete="off">
<button>Search</button>
</form>
<form method="post" action="${escaped(action)}">
<ul>
${choices.join('\n')}
</ul>
</form>
${choices.length === 0 ? '<p role="status">Nobody was found.</p>' : ''}`,
  );
}

export function messagePage(title: string, message: string): string {
  return page(title, `<p role="alert">${escaped(message)}</p>`);
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
