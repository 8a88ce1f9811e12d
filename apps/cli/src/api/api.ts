import type { Command } from 'commander';
import { createClient, type Method, type PathOf, type RollbookClient } from '#libs/client';
import { findProfile, type Found, type Profile } from './profiles.js';
import { wholeNumber } from '../terminal/whole-number.js';

interface ApiOptions {
  profile?: string;
  account?: string;
  json?: boolean;
}

export interface Api extends Pick<Profile, 'api'> {
  token: () => string;
  client: RollbookClient;
  json: boolean;
  path: () => { accountId: string };
  /** The same if no account is named and there is only one. */
  pathOfOnly: () => Promise<{ accountId: string }>;
  options: <Options>() => Options;
}

function withApiOptions(command: Command): Command {
  return command
    .option(
      '--profile <name>',
      'the profile with API and credentials (ROLLBOOK_PROFILE); default: the current one',
    )
    .option('--account <accountId>', 'the account (ROLLBOOK_ACCOUNT); default: the profile’s')
    .option('--json', 'JSON for scripts: one document per line');
}

const MAX_OF_A_PAGE = 100;

type Columns<Row> = readonly (keyof Row & string)[];

/**
 * A command that lists resources: all of them, or the first ones.
 * @param usage its name and its arguments: `list <serviceGroupId>`
 * @param columns of its table, which may depend on its options
 */
export function addListCommand<Row extends object>(
  parent: Command,
  usage: string,
  columns: Columns<Row> | ((api: Api) => Columns<Row>),
  list: (api: Api, page: { limit: number }, ...args: string[]) => AsyncIterable<Row>,
  usual = Infinity,
): Command {
  return addApiCommand(parent, usage, async (api, ...args) => {
    const { limit = usual } = api.options<{ limit?: number }>();
    const rows = list(api, { limit: Math.min(limit, MAX_OF_A_PAGE) }, ...args);
    await printRows(api, typeof columns === 'function' ? columns(api) : columns, firstOf(rows, limit));
  }).option('--limit <n>', `at most this many; default: ${usual === Infinity ? 'all' : usual}`, wholeNumber);
}

async function* firstOf<Row>(rows: AsyncIterable<Row>, limit: number): AsyncGenerator<Row> {
  let count = 0;
  for await (const row of rows) {
    yield row;
    count += 1;
    if (count >= limit) return;
  }
}

/** @param usage its name and its arguments: `get <userId>` */
export function addApiCommand(
  parent: Command,
  usage: string,
  act: (api: Api, ...args: string[]) => Promise<void>,
): Command {
  return withApiOptions(parent.command(usage)).action(async (...given: unknown[]) => {
    const command = given.at(-1) as Command;
    await act(openApi(command), ...command.args);
  });
}

interface RouteOptions {
  /** Prints what it did to its last argument, and not the answer: `removed`. */
  did?: string;
  /** Asks what a removal leaves, and prints each list of it that is not empty. */
  remains?: boolean;
  /** Whatever its version is. */
  ifMatch?: '*';
  /** Its options that are fields of the body. */
  fields?: readonly string[];
}

/**
 * A command that sends one request and prints the answer. Its arguments are, by their names, the parameters of the path, and
 * otherwise fields of the body.
 * @param usage its name and its arguments: `get <userId>`
 */
export function addRoute<M extends Method>(
  parent: Command,
  usage: string,
  method: M,
  route: PathOf<M>,
  { did, remains = false, ifMatch, fields = [] }: RouteOptions = {},
): Command {
  const names = Array.from(usage.matchAll(/[<[](\w+)[>\]]/g), ([, name]) => name as string);
  return addApiCommand(parent, usage, async (api, ...args) => {
    const options = api.options<Record<string, unknown>>();
    const given = Object.fromEntries(names.map((name, at) => [name, args[at]]));
    const inPath = ([name]: [string, unknown]) => route.includes(`{${name}}`);
    const ofPath = Object.entries(given).filter(inPath);
    const ofBody = [
      ...Object.entries(given).filter((entry) => !inPath(entry)),
      ...fields.map((name) => [name, options[name]] as const),
    ].filter(([, value]) => value !== undefined);
    const account = route.includes('{accountId}') && !given['accountId'] ? api.path() : {};
    const request = {
      path: { ...Object.fromEntries(ofPath), ...account },
      ...(ofBody.length > 0 && { body: Object.fromEntries(ofBody) }),
      ...(ifMatch && { ifMatch }),
      ...(remains && { headers: { prefer: 'return=representation' } }),
    };
    const { body } = await api.client.request(method, route, request as never);
    const others = Object.fromEntries(ofPath.slice(0, -1));
    const left = remains ? Object.entries((body as object | undefined) ?? {}).filter(isFilled) : [];
    printOne(
      api,
      did === undefined ? (body as object) : { ...others, [did]: args.at(-1), ...Object.fromEntries(left) },
    );
  });
}

/** A repeated request is answered without them, an API of an earlier version as well. */
function isFilled([, list]: [string, unknown]): boolean {
  return Array.isArray(list) && list.length > 0;
}

function openApi(command: Command): Api {
  const { profile, account, json = false } = command.opts<ApiOptions>();
  let found: Found | undefined;
  // Of a command that finds both elsewhere, such as `smoke --env`, nothing is missing.
  const find = () => (found ??= findProfile(profile));
  const token = () => {
    const { token: own, source } = find();
    if (own !== undefined) return own;
    throw new Error(`There is no token: set ${source}.`);
  };
  const named = () => account ?? find().account;
  return {
    get api() {
      return find().api;
    },
    token,
    get client() {
      return createClient({ baseUrl: find().api, token });
    },
    json,
    path() {
      const accountId = named();
      if (accountId === undefined)
        throw new Error('No account is named: use --account, or set one in the profile.');
      return { accountId };
    },
    async pathOfOnly() {
      if (named() !== undefined) return this.path();
      const { data } = await this.client.get('/v1/accounts', { query: { limit: 2 } });
      return data.length === 1 ? { accountId: data[0]!.id } : this.path();
    },
    options: <Options>() => command.opts() as Options,
  };
}

export async function printRows<Row extends object>(
  { json }: Pick<Api, 'json'>,
  columns: Columns<Row>,
  rows: AsyncIterable<Row> | Iterable<Row>,
): Promise<void> {
  const lines: string[][] = [];
  for await (const row of rows) {
    if (json) console.log(JSON.stringify(row));
    else lines.push(columns.map((column) => cell(row[column])));
  }
  if (json) return;
  const widths = columns.map((column, n) =>
    Math.max(column.length, ...lines.map((line) => line[n]?.length ?? 0)),
  );
  for (const line of [columns.map((column) => column.toUpperCase()), ...lines])
    console.log(
      line
        .map((text, n) => text.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

export function printOne({ json }: Pick<Api, 'json'>, resource: object): void {
  if (json) return console.log(JSON.stringify(resource));
  const width = Math.max(...Object.keys(resource).map(({ length }) => length));
  for (const [name, value] of Object.entries(resource)) console.log(`${name.padEnd(width)}  ${cell(value)}`);
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
