import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packCommand } from '../../tools/pack-command.mjs';
import { packLibrary } from '../../tools/pack-library.mjs';
import { ROOT } from '../support/documented-commands.js';
import { ForeignProject } from '../support/foreign-project.js';

// The set-ups for tests on the page of the packages, pasted into an empty folder: installed as it says, from the registry with the
// tarballs of this repository's packages, and run by the command that it gives.

const describeWithRegistry = process.env['ROLLBOOK_REGISTRY'] === '1' ? describe : describe.skip;

const page = readFileSync(join(ROOT, 'docs/packages.md'), 'utf8');
const sectionOf = (title: string) => page.split(/^##+ /m).find((each) => each.startsWith(`${title}\n`))!;
const filesOf = (section: string) =>
  Array.from(section.matchAll(/^`([\w./-]+)`:\n\n```\w+\n([\s\S]*?)^```$/gm), ([, name, text]) => [
    name!,
    text!,
  ]);
const commandsOf = (section: string) =>
  Array.from(section.matchAll(/^```sh\n(.*)\n```$/gm), ([, command]) => command!);

describeWithRegistry('the page of the packages', () => {
  let packages: ForeignProject;
  const tarballs: Record<string, string> = {};
  beforeAll(async () => {
    packages = new ForeignProject();
    for (const name of ['client', 'testing'])
      tarballs[`@rollbook/${name}`] = packLibrary(`libs/${name}`, packages.folder);
    tarballs['rollbook'] = await packCommand(packages.folder);
  });
  afterAll(() => packages.close());

  const commonJs = sectionOf('Jest, CommonJS');
  test.each([
    {
      title: 'Vitest',
      type: 'commonjs', // as npm init makes it; Vite warns there of settings that are not .mts
      from: [],
      types: ['node', 'vitest/globals'],
      passed: /^(?![^]*configLoader)[^]*1 passed/,
    },
    {
      title: 'Jest, CommonJS',
      type: 'commonjs',
      from: [],
      types: ['node', 'jest'],
      passed: /Tests: +1 passed/,
    },
    {
      title: 'Jest, ES modules',
      type: 'module',
      from: [commonJs],
      types: ['node', 'jest'],
      passed: /Tests: +1 passed/,
    },
  ])(
    'has a set-up for $title',
    ({ title, type, from, types, passed }) => {
      const project = new ForeignProject();
      try {
        project.write('package.json', JSON.stringify({ private: true, type }));
        const sections = [sectionOf('Tests'), ...from, sectionOf(title)];
        mkdirSync(join(project.folder, 'test'));
        for (const [name, text] of sections.flatMap(filesOf)) project.write(name!, text!);
        const commands = sections.flatMap(commandsOf);
        const install = commands.findLast((command) => command.startsWith('npm install'))!;
        const run = commands.at(-1)!;
        const names = install.replace('npm install --save-dev ', '').split(' ');
        project.add('-D', '@types/node@22', ...names.map((name) => tarballs[name] ?? name));
        expect(project.run('sh', ['-c', `${run} 2>&1`], { NO_COLOR: '1' })).toMatch(passed);
        const compilerOptions = { strict: true, module: 'nodenext', skipLibCheck: true, noEmit: true, types };
        project.write(
          'tsconfig.json',
          JSON.stringify({ compilerOptions, include: ['*.ts', '*.mts', 'test'] }),
        );
        const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc');
        project.run(process.execPath, [compiler, '--project', project.folder]);
      } finally {
        project.close();
      }
    },
    900_000,
  );
});
