import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ACCOUNT_SCOPES, PERMISSIONS_OF, PLATFORM_SCOPES } from '#libs/domain';
import { PROBLEMS } from '../../../apps/api/src/problems/catalogue.js';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { ROOT } from '../../support/documented-commands.js';

/** Each command of the guide to the API is run as it is written, and answers as the page shows. */

const GUIDE = join(ROOT, 'docs/api');
const WRITES = process.env['ROLLBOOK_WRITE_DOCS'] === '1';
const run = promisify(execFile);

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);
if (!hasCurl) process.stderr.write('Skipped, as there is no curl: the guide to the API.\n');

interface Block {
  language: string;
  text: string;
}

function blocksOf(page: string): Block[] {
  const found = page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return Array.from(found, ([, language = '', text = '']) => ({ language, text }));
}

/** `…` stands for any rest of a text; as the name of a field, for other fields. */
function matches(shown: unknown, answered: unknown, path = '$'): string[] {
  if (typeof shown === 'string' && shown.includes('…')) {
    const parts = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const fits = typeof answered === 'string' && new RegExp(`^${parts.join('.+')}$`, 's').test(answered);
    return fits ? [] : [`${path}: ${JSON.stringify(answered)} is not ${shown}`];
  }
  if (Array.isArray(shown) && Array.isArray(answered))
    return shown.length === answered.length
      ? shown.flatMap((each, index) => matches(each, answered[index], `${path}[${index}]`))
      : [`${path}: ${answered.length} entries, not ${shown.length}`];
  if (isObject(shown) && isObject(answered)) {
    const { '…': others, ...fields } = shown;
    const unshown = Object.keys(answered).filter((name) => !Object.hasOwn(fields, name));
    return [
      ...(others === undefined ? unshown.map((name) => `${path}.${name}: is not shown`) : []),
      ...Object.entries(fields).flatMap(([name, value]) => matches(value, answered[name], `${path}.${name}`)),
    ];
  }
  return shown === answered ? [] : [`${path}: ${JSON.stringify(answered)}, not ${JSON.stringify(shown)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

(hasCurl ? describe : describe.skip)('the guide to the API', () => {
  let api: RunningApi;
  let folder: string;
  beforeAll(async () => {
    api = await startApi();
    folder = await mkdtemp(join(tmpdir(), 'rollbook-guide-'));
    await writeFile(
      join(folder, 'operator-token'),
      await api.issuer.signOperatorToken({ subject: 'reader' }),
    );
  });
  afterAll(async () => {
    await api.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** What a reader types: the address and the folder are theirs, and so is an id that they keep. */
  function typed(text: string, answer: string): string {
    return text
      .replaceAll('http://127.0.0.1:3000', api.url)
      .replaceAll('.rollbook/operator-token', join(folder, 'operator-token'))
      .replaceAll(/=([a-z]+_)…/g, (_, prefix: string) => {
        const id = new RegExp(`"(?:id|key)":"(${prefix}[0-9A-Za-z]+)"`).exec(answer)?.[1];
        if (id === undefined) throw new Error(`The answer has no id that begins with ${prefix}: ${answer}`);
        return `=${id}`;
      });
  }

  test.each(['first-calls', 'authentication', 'reading', 'writing', 'errors'])('%s', async (name) => {
    const page = await readFile(join(GUIDE, `${name}.md`), 'utf8');
    const before: string[] = [];
    let answer = '';
    for (const { language, text } of blocksOf(page)) {
      if (language === 'json') {
        expect({ after: before.at(-1), differs: matches(JSON.parse(text), JSON.parse(answer)) }).toEqual({
          after: before.at(-1),
          differs: [],
        });
        continue;
      }
      expect(language).toBe('sh');
      const script = typed(text, answer);
      const known = before.filter((line) => /^\w+=/.test(line)).join('\n');
      const quietly = 'curl() { command curl --silent --show-error "$@"; }';
      const { stdout } = await run('bash', ['-euc', `${quietly}\n${known}\n${script}`]);
      before.push(...script.split('\n'));
      if (stdout !== '') answer = stdout;
    }
  });

  test('names every page of it', async () => {
    const pages = (await readdir(GUIDE)).filter((name) => name !== 'README.md');
    const index = await readFile(join(GUIDE, 'README.md'), 'utf8');
    expect(pages.filter((name) => !index.includes(`(${name})`))).toEqual([]);
  });
});

/** The part of a page that is made from the code. */
async function expectGenerated(name: string, part: string, lines: readonly string[]): Promise<void> {
  const file = join(GUIDE, name);
  const page = await readFile(file, 'utf8');
  const [begin, end] = [new RegExp(`<!-- ${part}: [^>]*-->\n`), `<!-- /${part} -->`];
  const from = begin.exec(page)!;
  const start = from.index + from[0].length;
  const made = `\n${lines.join('\n')}\n\n`;
  if (WRITES) await writeFile(file, page.slice(0, start) + made + page.slice(page.indexOf(end)));
  else expect(page.slice(start, page.indexOf(end))).toBe(made);
}

/** As Prettier writes it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)];
}

test('the guide lists every code, and the status of each', () => {
  const rows = Object.entries(PROBLEMS)
    .map(([code, { status, title }]) => [`\`${code}\``, String(status), title])
    .sort(([a, one], [b, other]) => Number(one) - Number(other) || (a! < b! ? -1 : 1));
  return expectGenerated('errors.md', 'codes', table(['code', 'status', 'meaning'], rows));
});

test('the guide lists every permission, and who may have it', () => {
  const yes = (has: boolean) => (has ? 'yes' : '');
  const { operator, ...roles } = PERMISSIONS_OF;
  const rows = [...operator]
    .sort()
    .map((permission) => [
      `\`${permission}\``,
      ...Object.values(roles).map((permissions) => yes(permissions.has(permission))),
      yes((ACCOUNT_SCOPES as readonly string[]).includes(permission)),
      yes((PLATFORM_SCOPES as readonly string[]).includes(permission)),
    ]);
  const head = ['permission', ...Object.keys(roles), 'keys of an account', 'keys of the platform'];
  return expectGenerated('authentication.md', 'permissions', table(head, rows));
});
