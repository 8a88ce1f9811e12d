// npm run synth [-- --env dev]        the templates of one environment or of all, with every check; needs no network
// npm run diff -- --env dev           what a deployment would change
// npm run deploy -- --env dev         changes it
//
// npm run synth -- --env dev --for-deployment    the same templates as a deployment's: refuses example values
// npm run deploy -- --env dev --built            deploys these, as they are: nothing is installed or built with credentials
//
// Settings are read from --config <file>, or from rollbook.config.json, .mjs or .ts in the working directory, which npm makes this
// clone; without one, the examples in infra/environments.ts can be synthesized. docs/deploy.md says what is in it.
//
// What follows `--` a second time goes to the CDK's own command: npm run deploy -- --env dev -- --require-approval never
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { prepare } from '../apps/local/prepare.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const [command, ...given] = process.argv.slice(2);
const separator = given.indexOf('--');
const own = separator === -1 ? given : given.slice(0, separator);
const passedOn = separator === -1 ? [] : given.slice(separator + 1);

function fail(...lines) {
  console.error(lines.join('\n'));
  process.exit(1);
}

const FLAGS = { synth: '--for-deployment', deploy: '--built' };
const isFlagged = own.includes(FLAGS[command]);

function wantedOptions() {
  const strings = { type: 'string', multiple: true };
  const flag = FLAGS[command] && { [FLAGS[command].slice(2)]: { type: 'boolean' } };
  try {
    const { values } = parseArgs({ args: own, options: { env: strings, config: strings, ...flag } });
    for (const [name, { length }] of Object.entries(values))
      if (length > 1) fail(`Use --${name} once: one environment at a time, from one file.`);
    return { wanted: values.env?.[0], config: values.config?.[0] };
  } catch ({ message }) {
    return fail(`${message}\nUse: npm run ${command} -- --env <name> [--config <file>]`);
  }
}

/** Of one's own: never a file that comes with this repository. */
function configFile(given) {
  const names = ['json', 'mjs', 'ts'].map((each) => resolve(`rollbook.config.${each}`));
  const file = given === undefined ? names.find(existsSync) : resolve(process.env.INIT_CWD ?? '.', given);
  if (file !== undefined && !existsSync(file)) fail(`There is no ${given}.`);
  return file;
}

function missingCredentials() {
  const variables = [
    'AWS_ACCESS_KEY_ID',
    'AWS_PROFILE',
    'AWS_WEB_IDENTITY_TOKEN_FILE',
    'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
    'AWS_CONTAINER_CREDENTIALS_FULL_URI',
  ];
  const { AWS_PROFILE, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  if (!AWS_PROFILE && AWS_ACCESS_KEY_ID && !AWS_SECRET_ACCESS_KEY)
    return ['AWS_ACCESS_KEY_ID is set, but AWS_SECRET_ACCESS_KEY is not: set both.'];
  if (variables.some((name) => process.env[name])) return [];
  const credentials = process.env.AWS_SHARED_CREDENTIALS_FILE ?? join(homedir(), '.aws', 'credentials');
  const config = process.env.AWS_CONFIG_FILE ?? join(homedir(), '.aws', 'config');
  if (existsSync(credentials) || existsSync(config)) return [];
  return [
    'There are no AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (and AWS_SESSION_TOKEN),',
    'for example with `aws sso login` or `aws configure`. docs/deploy.md says what they must be allowed to do.',
  ];
}

function run(args, options = {}) {
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) fail(error.message);
  return status ?? 1;
}

function synthesize(name) {
  const outdir = join(root, 'dist', 'cdk.out', name);
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  const request = {
    name,
    environment: environments[name],
    bundles: join(root, 'dist', 'bundles'),
    root,
    outdir,
  };
  const env = { ...process.env, CDK_DISABLE_VERSION_CHECK: '1' };
  const status = run([join(root, 'dist', 'infra', 'synth.cjs'), JSON.stringify(request)], { env });
  if (status !== 0) process.exit(status);
  console.log(
    `${name}: ${JSON.parse(readFileSync(join(outdir, 'stacks.json'), 'utf8')).join(', ')} in dist/cdk.out/${name}`,
  );
  return outdir;
}

if (!['synth', 'diff', 'deploy'].includes(command)) fail('Use synth, diff or deploy.');
const { wanted, config } = wantedOptions();
if (command !== 'synth' && wanted === undefined) fail(`Which environment? npm run ${command} -- --env dev`);
if (command === 'deploy' && isFlagged) {
  const missing = missingCredentials();
  if (missing.length > 0) fail(...missing);
  deploy(builtTemplates(wanted));
}
prepare();
const { compileInfra, readEnvironments, settingMistakes } = await import('./compile.mjs');
await compileInfra();
const path = configFile(config);
const file = path === undefined ? 'infra/environments.ts' : relative(root, path);
const environments = await readEnvironments(path).catch(({ message }) => fail(`${file}: ${message}`));
const deploying = command !== 'synth' || isFlagged;
const names = wanted === undefined ? Object.keys(environments) : [wanted];
if (!names.every((name) => Object.hasOwn(environments, name)))
  fail(`There is no environment "${wanted}" in ${file}; there are ${Object.keys(environments).join(', ')}.`);
const mistakes = names.flatMap((name) => settingMistakes(name, environments[name], { deploying, file }));
if (mistakes.length > 0 && path === undefined)
  mistakes.push('These are examples. Write your own settings to rollbook.config.json: docs/deploy.md.');
const missing = command === 'synth' ? mistakes : [...mistakes, ...missingCredentials()];
if (missing.length > 0) fail(...missing);
const { bundleFunctions } = await import('./bundles/bundle.mjs');
await bundleFunctions();
if (command === 'synth') for (const name of names) synthesize(name);
else deploy(synthesize(wanted));

function builtTemplates(name) {
  const outdir = join(root, 'dist', 'cdk.out', name);
  if (existsSync(join(outdir, 'stacks.json'))) return outdir;
  return fail(
    `There are no templates in dist/cdk.out/${name}: npm run synth -- --env ${name} --for-deployment`,
  );
}

function deploy(app) {
  const approval =
    command === 'deploy' && !process.stdin.isTTY && passedOn.length === 0
      ? ['--require-approval', 'never']
      : [];
  process.exit(
    run(
      [
        join(root, 'node_modules', 'aws-cdk', 'bin', 'cdk'),
        command,
        '--app',
        app,
        '--all',
        ...approval,
        ...passedOn,
      ],
      {
        env: { ...process.env, AWS_REGION: process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION },
      },
    ),
  );
}
