import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { RollbookError, type Schemas } from '#libs/client';
import { addApiCommand, printRows, type Api } from '../../api/api.js';

const ROLES = '/v1/accounts/{accountId}/access-roles';

type AccessRole = Schemas['AccessRole'];
type AccessRoleInput = Schemas['AccessRoleInput'];

interface ApplyOptions {
  all?: boolean;
  dryRun?: boolean;
}

export function addAccessRoleCommands(rollbook: Command): void {
  const roles = rollbook
    .command('access-roles')
    .description('What memberships allow besides entering: permissions that an account defines.');
  addApiCommand(roles, 'list', async (api) => {
    const { accessRoles } = await api.client.get(ROLES, { path: await api.pathOfOnly() });
    await printRows(api, ['key', 'name', 'permissions', 'id'], accessRoles);
  });
  addApiCommand(roles, 'apply <file>', async (api, file) => {
    const { all, dryRun = false } = api.options<ApplyOptions>();
    const accessRoles = await readRoles(file);
    const accounts = all ? activeAccounts(api) : [(await api.pathOfOnly()).accountId];
    for await (const accountId of accounts) {
      const result = await applyTo(api, accountId, { accessRoles, dryRun });
      if ('refused' in result) process.exitCode = 1;
      console.log(api.json ? JSON.stringify({ accountId, ...result }) : lineOf(accountId, result));
    }
  })
    .description(
      'Replaces the access roles of an account, or of all, by those of a JSON file, { "accessRoles": [ … ] }; - reads standard input. ' +
        'A role that is not in it is removed.',
    )
    .option('--all', 'of every active account: a refusal is printed, and the others follow')
    .option('--dry-run', 'report what would change, and change nothing');
}

/** @throws Error that says what is wrong with the file; the API checks the roles themselves */
async function readRoles(file: string): Promise<AccessRoleInput[]> {
  const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw new Error(`${file} is not valid JSON.`);
  }
  const { accessRoles } = (value ?? {}) as { accessRoles?: AccessRoleInput[] };
  if (!Array.isArray(accessRoles)) throw new Error(`${file} must be an object with a list "accessRoles".`);
  return accessRoles;
}

async function* activeAccounts(api: Api): AsyncGenerator<string> {
  const query = { status: 'active', limit: 100 } as const;
  for await (const { id } of api.client.each('/v1/accounts', { query })) yield id;
}

type Applied = Record<'created' | 'changed' | 'removed', string[]>;
type Result = Applied | { refused: Pick<RollbookError['problem'], 'code' | 'detail' | 'errors'> };

/** On the version that was read, so that nobody else's change is lost. */
async function applyTo(
  api: Api,
  accountId: string,
  { accessRoles, dryRun }: { accessRoles: AccessRoleInput[]; dryRun: boolean },
): Promise<Result> {
  const path = { accountId };
  try {
    const before = await api.client.get(ROLES, { path });
    const request = { path, body: { accessRoles }, ifMatch: before.version };
    if (dryRun) return appliedBy(await api.client.dryRun('put', ROLES, request));
    return differences(before.accessRoles, (await api.client.put(ROLES, request)).accessRoles);
  } catch (error) {
    // Who may not do it in one account may not in the others.
    if (!(error instanceof RollbookError) || ['not_permitted', 'rate_limited'].includes(error.code))
      throw error;
    if (error.status === 401) throw error;
    const { code, detail, errors } = error.problem;
    return { refused: { code, detail, ...(errors && { errors }) } };
  }
}

function appliedBy({ events }: Schemas['DryRun']): Applied {
  const of = (type: string) =>
    events
      .filter((event) => event.type === `access_role.${type}`)
      .map(({ data }) => String((data as { key?: unknown }).key))
      .sort();
  return { created: of('created'), changed: of('changed'), removed: of('removed') };
}

function differences(before: readonly AccessRole[], after: readonly AccessRole[]): Applied {
  const keysOf = (roles: readonly AccessRole[]) => roles.map(({ key }) => key);
  const known = new Map(before.map((role) => [role.key, JSON.stringify(role)]));
  return {
    created: keysOf(after.filter(({ key }) => !known.has(key))),
    changed: keysOf(
      after.filter((role) => (known.get(role.key) ?? JSON.stringify(role)) !== JSON.stringify(role)),
    ),
    removed: [...known.keys()].filter((key) => !keysOf(after).includes(key)),
  };
}

function lineOf(accountId: string, result: Result): string {
  if ('refused' in result) {
    const { code, detail, errors = [] } = result.refused;
    const places = errors.map((error) => `${error.pointer ?? error.parameter ?? ''} ${error.detail}`.trim());
    return `${accountId}  refused: ${code}: ${places.length > 0 ? places.join(' ') : detail}`;
  }
  const parts = Object.entries(result).flatMap(([what, keys]) =>
    keys.length > 0 ? `${what} ${keys.join(', ')}` : [],
  );
  return `${accountId}  ${parts.join('; ') || 'unchanged'}`;
}
