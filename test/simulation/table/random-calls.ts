import type { Random } from '../scheduler/random.js';
import type { Item, Value } from './values.js';

type Input = Record<string, unknown>;

export interface RandomCall {
  operation: string;
  input: Input;
}

/** What the calls of one run have in common. */
export interface CallSource {
  random: Random;
  table: string;
  /** Where pages of earlier calls ended, to read on from. */
  ends: { input: Input; key: Item }[];
}

const PARTITIONS = ['a', 'b', 'ünï', 'Ａ'];
const SORTS = ['1', '2', '10', 'x:1', 'x:2', '\u{1F600}', '\uFF5A'];
const GROUPS = ['g', 'h'];
const TEXTS = ['', 'ada', 'adam', 'bo', 'Ünicode'];

export const keyOf = ({ random }: CallSource): Item => ({
  PK: { S: random.pick(PARTITIONS) },
  SK: { S: random.pick(SORTS) },
});

function value(random: Random): Value {
  const kinds: (() => Value)[] = [
    () => ({ S: random.pick(TEXTS) }),
    () => ({ N: String(random.below(5)) }),
    () => ({ BOOL: random.chance(0.5) }),
    () => ({ NULL: true }),
    () => ({ B: Buffer.from(random.pick(TEXTS) || 'x').toString('base64') }),
    () => ({ SS: random.chance(0.5) ? ['x'] : ['x', 'y'] }),
    () => ({ L: [{ S: 'one' }, { N: '2' }] }),
    () => ({ M: { city: { S: random.pick(TEXTS) }, n: { N: '1' } } }),
  ];
  return random.pick(kinds)();
}

function item(source: CallSource, key = keyOf(source)): Item {
  const { random } = source;
  const made = { ...key };
  for (const name of ['text', 'count', 'any', 'list', 'map', 'tags'])
    if (random.chance(0.6)) made[name] = typed(name, random);
  // With the table's key in it, so that no two entries of the index are in no order.
  if (random.chance(0.5)) made['GSI1PK'] = { S: random.pick(GROUPS) };
  if (random.chance(0.8)) made['GSI1SK'] = { S: `${made['SK']?.S} ${made['PK']?.S}` };
  return made;
}

function typed(name: string, random: Random): Value {
  if (name === 'text') return { S: random.pick(TEXTS) };
  if (name === 'count') return { N: String(random.below(9) - 3) };
  if (name === 'list') return { L: Array.from({ length: random.below(3) }, () => value(random)) };
  if (name === 'map') return { M: { city: value(random), n: { N: '1' } } };
  return name === 'tags' ? { SS: random.chance(0.5) ? ['x', 'y'] : ['y', 'z'] } : value(random);
}

/** Names and values of one request, as the product writes them: `#0`, `:0`. */
function placeholders() {
  const [names, values]: [Record<string, string>, Item] = [{}, {}];
  return {
    name(attribute: string): string {
      const written = `#${Object.keys(names).length}`;
      names[written] = attribute;
      return written;
    },
    value(given: Value): string {
      const written = `:${Object.keys(values).length}`;
      values[written] = given;
      return written;
    },
    all: () => ({
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    }),
  };
}

type Placeholders = ReturnType<typeof placeholders>;

function condition(random: Random, at: Placeholders, depth = 0): string {
  const name = () => at.name(random.pick(['text', 'count', 'any', 'list', 'tags', 'PK']));
  const some: (() => string)[] = [
    () => `attribute_exists(${name()})`,
    () => `attribute_not_exists(${name()})`,
    () =>
      `${at.name('count')} ${random.pick(['=', '<>', '<', '<=', '>', '>='])} ${at.value({ N: String(random.below(4)) })}`,
    () => `${at.name('text')} ${random.pick(['=', '<>', '<', '>='])} ${at.value({ S: random.pick(TEXTS) })}`,
    () => `${at.name('any')} = ${at.value(value(random))}`,
    () => `${at.name('text')} BETWEEN ${at.value({ S: 'a' })} AND ${at.value({ S: 'adb' })}`,
    () => `${at.name('text')} IN (${at.value({ S: 'ada' })}, ${at.value({ S: 'bo' })})`,
    () => `begins_with(${at.name('text')}, ${at.value({ S: 'ad' })})`,
    () => `contains(${at.name(random.pick(['text', 'tags', 'list']))}, ${at.value({ S: 'x' })})`,
    () => `attribute_type(${at.name('any')}, ${at.value({ S: random.pick(['S', 'N', 'L', 'SS']) })})`,
    () =>
      `size(${at.name(random.pick(['text', 'list', 'tags']))}) >= ${at.value({ N: String(random.below(4)) })}`,
    () => `${at.name('map')}.${at.name('city')} = ${at.value({ S: random.pick(TEXTS) })}`,
  ];
  const joins: (() => string)[] = [
    () => `NOT (${condition(random, at, depth + 1)})`,
    () => `(${condition(random, at, depth + 1)}) AND (${condition(random, at, depth + 1)})`,
    () => `(${condition(random, at, depth + 1)}) OR (${condition(random, at, depth + 1)})`,
  ];
  return random.pick(depth < 2 && random.chance(0.35) ? joins : some)();
}

function update(random: Random, at: Placeholders): string {
  const count = () => at.name('count');
  const sets: (() => string)[] = [
    () => `${at.name('text')} = ${at.value({ S: random.pick(TEXTS) })}`,
    () => `${at.name('any')} = ${at.value(value(random))}`,
    () => `${at.name('GSI1PK')} = ${at.value({ S: random.pick(GROUPS) })}`,
    () => `${at.name('map')}.${at.name('city')} = ${at.value({ S: 'x' })}`,
    () => {
      const list = at.name('list');
      return `${list} = list_append(if_not_exists(${list}, ${at.value({ L: [] })}), ${at.value({ L: [{ S: 'x' }] })})`;
    },
  ];
  const counts: (() => string)[] = [
    () =>
      `SET ${count()} = if_not_exists(${at.name('count')}, ${at.value({ N: '0' })}) + ${at.value({ N: '1' })}`,
    () => `SET ${count()} = ${at.name('count')} - ${at.value({ N: '2' })}`,
    () => `ADD ${count()} ${at.value({ N: '3' })}`,
    () => `REMOVE ${count()}`,
  ];
  const others = {
    ADD: () => `ADD ${at.name('tags')} ${at.value({ SS: ['z'] })}`,
    DELETE: () => `DELETE ${at.name('tags')} ${at.value({ SS: ['y', 'z'] })}`,
    REMOVE: () => `REMOVE ${at.name('tags')}`,
  };
  const clauses = [random.pick(counts)()];
  const set = random.pick(sets)();
  if (clauses[0]!.startsWith('SET')) clauses[0] += `, ${set}`;
  else clauses.unshift(`SET ${set}`);
  // One clause of each kind.
  const hasNo = (keyword: string) => clauses.every((each) => !each.startsWith(keyword));
  const kind = random.pick(['ADD', 'DELETE', 'REMOVE'] as const);
  if (random.chance(0.5) && hasNo(kind)) clauses.push(others[kind]());
  return clauses.join(' ');
}

type Write = { kind: 'Put' | 'Update' | 'Delete' | 'ConditionCheck'; input: Input };

function write(source: CallSource, kinds: readonly Write['kind'][], key = keyOf(source)): Write {
  const { random, table: TableName } = source;
  const kind = random.pick(kinds);
  const at = placeholders();
  const input: Input = { TableName };
  if (kind === 'Put') input['Item'] = item(source, key);
  else input['Key'] = key;
  if (kind === 'Update') input['UpdateExpression'] = update(random, at);
  if (kind === 'ConditionCheck' || random.chance(0.5)) input['ConditionExpression'] = condition(random, at);
  if (input['ConditionExpression'] && random.chance(0.5))
    input['ReturnValuesOnConditionCheckFailure'] = 'ALL_OLD';
  return { kind, input: { ...input, ...at.all() } };
}

function single(source: CallSource): RandomCall {
  const { kind, input } = write(source, ['Put', 'Update', 'Update', 'Delete']);
  const returns = source.random.pick([undefined, kind === 'Update' ? 'ALL_NEW' : 'ALL_OLD']);
  return { operation: `${kind}Item`, input: { ...input, ...(returns && { ReturnValues: returns }) } };
}

function distinct(source: CallSource, most: number): Item[] {
  const keys = new Map<string, Item>();
  for (let left = 1 + source.random.below(most); left > 0; left -= 1) {
    const key = keyOf(source);
    keys.set(JSON.stringify(key), key);
  }
  return [...keys.values()];
}

const tokens: Record<string, RandomCall> = {};

function transaction(source: CallSource): RandomCall {
  const { random } = source;
  const token = `token-${source.table}-${random.below(1_000_000)}`;
  const known = random.pick([undefined, ...Object.keys(tokens).slice(-3)]);
  if (known && random.chance(0.2)) return tokens[known]!;
  const TransactItems = distinct(source, 4).map((key) => {
    const { kind, input } = write(source, ['Put', 'Update', 'Delete', 'ConditionCheck'], key);
    return { [kind]: input };
  });
  const call = { operation: 'TransactWriteItems', input: { TransactItems, ClientRequestToken: token } };
  return (tokens[token] = call);
}

function batchWrite(source: CallSource): RandomCall {
  const { random, table } = source;
  const requests = distinct(source, 5).map((key) =>
    random.chance(0.7) ? { PutRequest: { Item: item(source, key) } } : { DeleteRequest: { Key: key } },
  );
  return { operation: 'BatchWriteItem', input: { RequestItems: { [table]: requests } } };
}

function query(source: CallSource): RandomCall {
  const { random, table: TableName, ends } = source;
  const end = random.pick([undefined, ...ends.slice(-3)]);
  if (end && random.chance(0.3))
    return { operation: 'Query', input: { ...end.input, ExclusiveStartKey: end.key } };
  const at = placeholders();
  const index = random.chance(0.4) ? 'GSI1' : undefined;
  const [partition, sort] = index ? ['GSI1PK', 'GSI1SK'] : ['PK', 'SK'];
  const hash = `${at.name(partition)} = ${at.value({ S: random.pick(index ? GROUPS : PARTITIONS) })}`;
  const bound = () => at.value({ S: random.pick(SORTS) });
  const ranges: (() => string)[] = [
    () => '',
    () => ` AND ${at.name(sort)} >= ${bound()}`,
    () => ` AND ${at.name(sort)} <= ${bound()}`,
    () => ` AND ${at.name(sort)} < ${bound()}`,
    () => ` AND ${at.name(sort)} = ${bound()}`,
    () => ` AND ${at.name(sort)} BETWEEN ${at.value({ S: '1' })} AND ${at.value({ S: 'x:1' })}`,
    () => ` AND begins_with(${at.name(sort)}, ${at.value({ S: 'x:' })})`,
  ];
  const input: Input = {
    TableName,
    KeyConditionExpression: hash + random.pick(ranges)(),
    ...(index && { IndexName: index }),
    ...(random.chance(0.5) && { Limit: 1 + random.below(3) }),
    ...(random.chance(0.3) && { ScanIndexForward: false }),
    ...(random.chance(0.3) && { FilterExpression: `${at.name('count')} > ${at.value({ N: '0' })}` }),
    ...(random.chance(0.3) && {
      ProjectionExpression: `${at.name('SK')}, ${at.name('text')}, ${at.name('map')}.${at.name('n')}`,
    }),
  };
  return { operation: 'Query', input: { ...input, ...at.all() } };
}

const reads: ((source: CallSource) => RandomCall)[] = [
  (source) => ({
    operation: 'GetItem',
    input: { TableName: source.table, Key: keyOf(source), ConsistentRead: true },
  }),
  (source) => ({
    operation: 'BatchGetItem',
    input: { RequestItems: { [source.table]: { Keys: distinct(source, 6) } } },
  }),
  (source) => ({
    operation: 'TransactGetItems',
    input: { TransactItems: distinct(source, 3).map((Key) => ({ Get: { TableName: source.table, Key } })) },
  }),
  (source) => ({ operation: 'Scan', input: { TableName: source.table } }),
  query,
  query,
  query,
];

export function randomCall(source: CallSource): RandomCall {
  const { random } = source;
  if (random.chance(0.45)) return random.pick(reads)(source);
  return random.pick([single, single, transaction, transaction, batchWrite])(source);
}
