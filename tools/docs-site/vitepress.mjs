// The site in VitePress: its menu, and how its search ranks.
import { KEYWORDS } from './pages.mjs';

// Of VitePress: they turn to texts in the page, so that they use nothing outside themselves.
const processTerm = (term) =>
  /^(an?|the|to|of|in|on|for|with|and|is|are|do|does|how|what|i|my)$/i.test(term) ? null : term.toLowerCase();
/** Guides come before references, and these before what was decided, measured, or is for those who change the code. */
const boostDocument = (id) =>
  /\/(adr|benchmarks|runbook)\/|\/(changelog|contributing|architecture|testing|access-patterns|\w+-costs)\.html/.test(
    id,
  )
    ? 0.2
    : /\/(http|packages|problems)\/|-reference/.test(id)
      ? 0.4
      : 1;

/** @param {{ base: string, menu: object[], staged: string, out: string, descriptions: Record<string, string> }} site */
export const configOf = ({ base, menu, staged, out, descriptions }) => ({
  title: 'Rollbook',
  lang: 'en',
  base,
  srcDir: staged,
  outDir: out,
  // Its own checks are of pages alone: see links.mjs.
  ignoreDeadLinks: true,
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    // With contrast enough, and a button's name that is what is seen.
    [
      'style',
      {},
      '.vp-doc [class*=language-] > span.lang { color: var(--vp-c-text-2) } .DocSearch-Button-Keys { display: none !important }',
    ],
  ],
  transformPageData: ({ relativePath }) => ({ description: descriptions[relativePath] }),
  transformHead: ({ pageData: { relativePath } }) =>
    descriptions[relativePath]
      ? [['link', { rel: 'alternate', type: 'text/markdown', href: `${base}${relativePath}` }]]
      : [],
  markdown: {
    // With contrast enough for small letters.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify },
    headers: { slugify },
  },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/concepts' },
      { text: 'HTTP API', link: '/http/' },
      { text: 'Problems', link: '/problems/' },
    ],
    sidebar: menu.map(({ title, pages }, index) => ({
      text: title,
      // A button in a button is none: the title of a section that can be closed is a link.
      link: `/${pages[0].place}`,
      collapsed: index > 0,
      items: pages.map((page) => ({
        text: page.place === 'index' ? 'Rollbook' : page.title,
        link: `/${page.place}`,
      })),
    })),
    outline: { label: 'On this page' },
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        miniSearch: {
          options: { processTerm },
          searchOptions: {
            combineWith: 'AND',
            prefix: (term) => term.length > 2,
            fuzzy: (term) => (term.length > 4 ? 0.2 : false),
            boost: { title: 4, titles: 2, text: 1 },
            boostDocument,
          },
        },
        _render: (text, env, markdown) => withKeywords(markdown.render(text, env), env.relativePath),
      },
    },
  },
});

/** Words that people look a page for and it does not have are found in its title's part. */
function withKeywords(html, path) {
  const words = KEYWORDS[path.replace(/\.md$/, '')];
  return words ? html.replace('</h1>', `</h1><p>${`${words} `.repeat(3)}</p>`) : html;
}

/** As GitHub names headings: links are written for both. */
function slugify(title) {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
