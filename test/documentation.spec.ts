import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const filesOf = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)));

const pages = filesOf('*.md');

/** Without what is in code, where brackets mean something else. */
const prose = (text: string) => text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');

/** As GitHub names headings: https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#section-links */
function anchorsOf(file: string): Set<string> {
  const headings = read(file)
    .replaceAll(/```[\s\S]*?```/g, '')
    .matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}

test('every link from one page to another leads somewhere', () => {
  const dead: string[] = [];
  let links = 0;
  for (const page of pages)
    for (const [, target = ''] of prose(read(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      links += 1;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(root, file))) dead.push(`${page}: ${target}`);
      else if (anchor !== undefined && statSync(join(root, file)).isFile() && !anchorsOf(file).has(anchor))
        dead.push(`${page}: ${target} has no such heading`);
    }
  expect(links).toBeGreaterThan(200);
  expect(dead).toEqual([]);
});

/** Between processes of one program. */
const INTERNAL: ReadonlySet<string> = new Set([
  'ROLLBOOK_CALLED_AS',
  'ROLLBOOK_GUARDED',
  'ROLLBOOK_OPERATOR_TOKEN',
  'ROLLBOOK_SIGN_IN_SECRET_',
  'ROLLBOOK_TESTING',
  'ROLLBOOK_TESTING_CLOCK',
]);

test('every setting that a program reads is in the documentation', () => {
  const sources = filesOf('apps/**/*.ts', 'libs/**/*.ts', 'infra/**/*.ts').filter(
    (file) => !/\.spec\.ts$|\/bench\//.test(file),
  );
  const used = sources.flatMap((file) => [...read(file).matchAll(/ROLLBOOK_[A-Z_]+/g)].map(([name]) => name));
  const documented = filesOf('docs/*.md', 'docs/**/*.md', 'README.md').map(read).join('\n');
  const names = [...new Set(used)].filter((name) => !INTERNAL.has(name)).sort();
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !documented.includes(name))).toEqual([]);
});

test('every command of rollbook is in the documentation', () => {
  const program = join(root, 'dist/programs/rollbook.js');
  const help = execFileSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
  const listed = help.slice(help.indexOf('Commands:'), help.indexOf('Exit codes:'));
  const names = [...listed.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
  const documented = filesOf('docs/*.md', 'docs/**/*.md', 'README.md').map(read).join('\n');
  expect(names.length).toBeGreaterThan(15);
  const isShown = (name: string) =>
    [`rollbook ${name}`, `rollbook -- ${name}`, `npm run ${name}`].some((command) =>
      documented.includes(command),
    );
  expect(names.filter((name) => name !== 'help' && !isShown(name))).toEqual([]);
});
