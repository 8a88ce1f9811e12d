import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const outDir = fileURLToPath(new URL('../../dist/dashboard', import.meta.url));

/** Writes each asset compressed as well, so that serving it costs no CPU time. */
const precompress = {
  name: 'precompress',
  apply: 'build',
  closeBundle() {
    const folder = join(outDir, 'assets');
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    for (const name of readdirSync(folder)) {
      if (!/\.(js|css|svg)$/.test(name)) continue;
      const file = join(folder, name);
      const contents = readFileSync(file);
      writeFileSync(`${file}.br`, brotliCompressSync(contents, { params }));
      writeFileSync(`${file}.gz`, gzipSync(contents, { level: 9 }));
    }
  },
};

/** The letters that every page has: they come with the first script, so that text is never seen in another typeface. */
const preloadFont = {
  name: 'preload-font',
  transformIndexHtml(_html, { bundle = {} }) {
    const href = Object.keys(bundle).find((name) => /geist-latin-wght-normal/.test(name));
    if (href === undefined) return [];
    const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${href}` };
    return [{ tag: 'link', attrs, injectTo: 'head' }];
  },
};

/** "use client" means nothing where there is no server that renders. */
function withoutDirectives(level, log, handle) {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
}

/**
 * What most pages share, in one script: each script more costs a request, a line in every list of what to load ahead, and compresses worse.
 * Most accounts have no access roles and no teams.
 */
const SHARED =
  /lucide-react(?!.*\/id-card\.)|@tanstack\/(react-query|query-core|react-router)|src\/(api\/(?!versioned-edit|resources\/(access-roles|team|user-commands))|session\/)|src\/components\/(class-names|keys|lazily|controls\/(?!field|length)|feedback\/(?!use-action|progress|who-may)|data\/(days|time|numbers)|overlays\/(menu|popup|focus)|layout(?!\/(grid-card|bottom-bar|select-column|back-link))|people)/;

/** What dialogs have in common: all are loaded when they are opened, or when the page has settled. */
const DIALOGS =
  /src\/(components\/(overlays\/|controls\/(field|length)|feedback\/use-action)|api\/versioned-edit)/;
/** What a dialog shares with the frame of the pages must not make the frame wait for all that dialogs have. */
const FRAME = /src\/components\/(keys|overlays\/focus)/;

export default defineConfig({
  root,
  logLevel: 'warn',
  plugins: [tailwindcss(), preloadFont, precompress],
  resolve: {
    // React has it itself.
    alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }],
    conditions: ['source', 'module', 'browser', 'development|production'],
  },
  server: {
    proxy: {
      '^/(v1/|auth/|invitations/|openapi.json)': process.env.ROLLBOOK_API_URL ?? 'http://127.0.0.1:3000',
    },
  },
  build: {
    outDir,
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The policy of the page allows no inline script, and every browser it is made for preloads modules.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Next to the pages, for those who distribute them; it is not served.
    license: { fileName: 'third-party.md' },
    rolldownOptions: {
      onLog: withoutDirectives,
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', test: FRAME, priority: 2 },
            { name: 'shared', test: SHARED, minShareCount: 4, priority: 1 },
            { name: 'dialogs', test: DIALOGS, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
