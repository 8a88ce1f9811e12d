import { Marked } from 'marked';

/** As GitHub names headings: links are written for both. */
function slugger() {
  const seen = new Map();
  return (title) => {
    const slug = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}

export const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const plain = (html) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(
      /&(lt|gt|quot|#39|amp);/g,
      (_, name) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name],
    );

/**
 * @returns {{ html: string, title: string, headings: { id: string, title: string, depth: number }[], sections: object[] }} in
 *   `sections` the text below each heading, for the search
 */
export function render(markdown) {
  const slugOf = slugger();
  const headings = [];
  const renderer = {
    heading({ tokens, depth }) {
      const inner = this.parser.parseInline(tokens);
      const title = plain(inner);
      const id = slugOf(title);
      headings.push({ id, title, depth });
      const link =
        depth === 1 ? '' : `<a class="anchor" href="#${id}" aria-label="Link to: ${escapeHtml(title)}">#</a>`;
      return `<h${depth} id="${id}">${inner}${link}</h${depth}>\n`;
    },
    code({ text, lang }) {
      return `<pre tabindex="0"${lang ? ` data-language="${escapeHtml(lang)}"` : ''}><code>${escapeHtml(text)}\n</code></pre>\n`;
    },
    table(token) {
      const row = (cells, tag) =>
        `<tr>${cells.map(({ tokens, align }) => `<${tag}${align ? ` class="${align}"` : ''}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
      // A header without words has none for a screen reader either.
      const head = token.header.map((cell) =>
        cell.text === '' ? row([cell], 'td').slice(4, -5) : row([cell], 'th').slice(4, -5),
      );
      return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head.join('')}</tr></thead><tbody>${token.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`;
    },
  };
  const html = new Marked({ gfm: true, renderer }).parse(markdown);
  const sections = html.split(/(?=<h[1-6] id=")/).flatMap((part) => {
    const id = /^<h[1-6] id="([^"]*)"/.exec(part)?.[1];
    const heading = headings.find((each) => each.id === id);
    return heading
      ? [
          {
            id: heading.id,
            title: heading.title,
            text: plain(part.replace(/^.*\n/, '')).replaceAll(/\s+/g, ' '),
          },
        ]
      : [];
  });
  return { html, title: headings[0]?.title ?? '', headings, sections };
}
