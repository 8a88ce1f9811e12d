// The search, and the choice between light and dark. Without this script the pages are complete.
const root = document.documentElement;
const here = new URL('.', import.meta.url);
const input = document.querySelector('#search');
const found = document.querySelector('#found');
const button = document.querySelector('#theme');
const MAX_FOUND = 12;

const isDark = () =>
  (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
const name = () => (button.textContent = isDark() ? 'Light' : 'Dark');
name();
button.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  localStorage.setItem('theme', root.dataset.theme);
  name();
});

let index;
const load = () =>
  (index ??= Promise.all([
    import('./minisearch.js'),
    fetch(new URL('search.json', here)).then((answer) => answer.text()),
  ]).then(([{ default: MiniSearch }, json]) =>
    MiniSearch.loadJSON(json, {
      idField: 'url',
      fields: ['title', 'page', 'text'],
      storeFields: ['title', 'page', 'url'],
    }),
  ));
input.addEventListener('focus', load);
input.addEventListener('input', async () => {
  const query = input.value.trim();
  const search = await load();
  if (query !== input.value.trim()) return;
  const options = { prefix: true, fuzzy: 0.2, boost: { title: 3, page: 2 }, combineWith: 'AND' };
  const results = query === '' ? [] : search.search(query, options).slice(0, MAX_FOUND);
  found.replaceChildren(
    ...results.map(({ title, page, url }) => {
      const link = Object.assign(document.createElement('a'), {
        href: new URL(url, here).href,
        textContent: title,
      });
      if (page !== title) link.append(Object.assign(document.createElement('span'), { textContent: page }));
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  if (query !== '' && results.length === 0)
    found.append(Object.assign(document.createElement('li'), { textContent: `Nothing about “${query}”.` }));
  found.hidden = query === '';
});
addEventListener('keydown', (event) => {
  const links = [...found.querySelectorAll('a')];
  const place = links.indexOf(document.activeElement);
  const inSearch = event.target === input || place !== -1;
  if (event.key === '/' && !event.ctrlKey && !event.metaKey && event.target !== input) input.focus();
  else if (event.key === 'Escape' && inSearch) {
    found.hidden = true;
    input.focus();
  } else if (event.key === 'ArrowDown' && inSearch) links[Math.min(place + 1, links.length - 1)]?.focus();
  else if (event.key === 'ArrowUp' && place !== -1) (links[place - 1] ?? input).focus();
  else if (event.key === 'Enter' && event.target === input) links[0]?.click();
  else return;
  event.preventDefault();
});
