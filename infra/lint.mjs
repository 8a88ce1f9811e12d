// npm run infra:lint: holds the templates of six environments to AWS's own definitions: the three that a clone comes with,
// and three that between them have every option. cfn-lint reads the templates, parliament the policies in them. Both are
// Python, and are skipped where there is none.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../apps/local/prepare.mjs';
import { pythonEnvironment } from '../tools/python-env.mjs';
import { policiesOf } from './policies.mjs';

const here = fileURLToPath(new URL('./', import.meta.url));
const programOf = pythonEnvironment('infra-lint');
if (!programOf) process.exit(0);
prepare();
const { compileTemplateWriter } = await import('./compile.mjs');
const work = mkdtempSync(join(tmpdir(), 'rollbook-infra-lint-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

run(process.execPath, [await compileTemplateWriter(), work], { JSII_DEPRECATED: 'quiet' });
const environments = readdirSync(join(work, 'templates')).map((name) => {
  const folder = join(work, 'templates', name);
  const files = readdirSync(folder).filter((file) => file.endsWith('.template.json'));
  return { name, files: files.map((file) => join(folder, file)) };
});
const findings = [...templateFindings(), ...policyFindings()];
for (const finding of findings) console.error(finding);
console.log(
  `${environments.length} environments, ${environments.flatMap(({ files }) => files).length} templates: ${findings.length} findings.`,
);
process.exitCode = findings.length > 0 ? 1 : 0;

function templateFindings() {
  const files = environments.flatMap((environment) => environment.files);
  const args = ['--config-file', join(here, 'cfn-lint.yaml'), '--format', 'parseable', '--', ...files];
  const { status, stdout, stderr } = spawnSync(programOf('cfn-lint'), args, { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line !== '');
  if (status !== 0 && lines.length === 0) throw new Error(`cfn-lint failed: ${stderr}`);
  return lines.map((line) => line.replace(join(work, 'templates/'), ''));
}

function policyFindings() {
  const policies = environments.flatMap(({ name, files }) => {
    const templates = files.map((file) => [file.split('/').at(-1), JSON.parse(readFileSync(file, 'utf8'))]);
    return policiesOf(Object.fromEntries(templates)).map((policy) => ({
      ...policy,
      where: `${name}/${policy.where}`,
    }));
  });
  if (policies.length === 0) throw new Error('No policies were found: collecting them must have failed.');
  const file = join(work, 'policies.json');
  writeFileSync(file, JSON.stringify(policies));
  const output = run(programOf('python'), ['-W', 'ignore', join(here, 'lint_policies.py'), file]);
  const [count, ...lines] = output.trim().split('\n');
  console.log(`parliament: ${count} policies`);
  return lines;
}

function run(command, args, env = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}${error ?? ''}`);
  return stdout;
}
