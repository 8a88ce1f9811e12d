import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAccepted, unacceptedIn } from '../tools/check-licences.mjs';

/** What other people's software may do in this repository's pipelines. */

const root = join(import.meta.dirname, '..');
const folder = join(root, '.github', 'workflows');
const workflows = readdirSync(folder).map((file) => ({
  file,
  text: readFileSync(join(folder, file), 'utf8'),
}));

test('every action is named by its commit, which nobody can move, with the version it is', () => {
  const used = workflows.flatMap(({ text }) =>
    [...text.matchAll(/uses: *(\S.*)/g)].map(([, action]) => action),
  );
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action!))).toEqual([]);
});

test('nothing is installed with its scripts, built or tested where a cloud credential can be asked for', () => {
  const jobs = workflows.flatMap(({ file, text }) =>
    text
      .slice(text.indexOf('\njobs:'))
      .split(/\n {2}(?=\w+:\n)/)
      .map((job) => ({ file, job })),
  );
  const trusted = jobs.filter(({ job }) => /id-token: write|configure-aws-credentials/.test(job));
  const commandsOf = ({ job }: { job: string }) =>
    [...job.matchAll(/- run: *(.*)/g)].map(([, command]) => command);
  expect(trusted.map((each) => [each.file, ...commandsOf(each)])).toEqual([
    [
      'deploy.yml',
      'npm ci --ignore-scripts',
      expect.stringMatching(/^npm run deploy -- --env \S+ \S+ \S+ --built -- /),
    ],
    ['release.yml', 'node tools/publish.mjs dist/release'],
  ]);
  expect(readFileSync(join(root, 'tools/publish.mjs'), 'utf8')).not.toMatch(
    /from '(?!node:)|import\(|^import '(?!\.\/runtime\/rerun\.mjs)/m,
  );
  // For all jobs at once it would be for the one that builds, too.
  for (const { text } of workflows) expect(text.slice(0, text.indexOf('\njobs:'))).not.toContain('id-token');
});

test('licences are read as SPDX writes them, and each of what is locked is known', () => {
  expect(['MIT', '(MIT OR GPL-3.0-or-later)', 'Apache-2.0 AND MIT'].filter(isAccepted)).toHaveLength(3);
  expect(['GPL-3.0', 'Apache-2.0 AND GPL-3.0', '', undefined, 'SEE LICENSE'].filter(isAccepted)).toEqual([]);
  expect(unacceptedIn({ packages: { a: { version: '1.0.0', license: 'AGPL-3.0' } } })).toEqual([
    'a 1.0.0: AGPL-3.0',
  ]);
  expect(unacceptedIn(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))).toEqual([]);
});

test('what runs on the machine of a developer or a user fetches nothing that no lock names with its digest', () => {
  const programs = ['apps', 'libs', 'tools', 'infra'].flatMap((each) =>
    readdirSync(join(root, each), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(root, each, file),
    ),
  );
  const sources = programs.filter((file) => /\.m?[jt]s$/.test(file) && !/node_modules|\.spec\./.test(file));
  expect(sources.length).toBeGreaterThan(500);
  const unlocked = /'(npm|npx)',\s*\[\s*'(install|i|add|exec|@)/;
  expect(sources.filter((file) => unlocked.test(readFileSync(file, 'utf8')))).toEqual([]);
});
