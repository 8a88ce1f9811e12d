import fc from 'fast-check';
import { Problem } from '../../problems/problem.js';
import type { Attribute } from '../schema/attribute.js';
import type { ScimObject } from '../schema/conform.js';
import { ENTERPRISE_SCHEMA, USER, USER_SCHEMA, USER_TYPE } from '../schema/schemas.js';
import { applyPatch } from './apply-patch.js';
import { readPatch } from './patch-operations.js';

/**
 * Every path that RFC 7644, section 3.5.2, allows on the attributes of our schema, against a model that knows the attributes
 * and the filter of each path, and reads no text.
 */
const RUNS = Number(process.env['ROLLBOOK_SCIM_PATH_RUNS'] ?? 2_000);
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const word = fc.constantFrom('a', 'A', 'b', 'work', 'x "y"', 'p.q[r]');
type Test =
  { sub: string; op: 'eq' | 'ne' | 'co' | 'sw' | 'ew'; with: string | boolean } | { sub: string; op: 'pr' };
type Filter = Test | { not: Filter } | { and: Filter[] } | { or: Filter[] };

interface Operation {
  op: 'add' | 'replace' | 'remove';
  extension: boolean;
  attribute: Attribute;
  filter?: Filter | undefined;
  sub?: Attribute | undefined;
  value?: unknown;
  path: string;
}

const isWritable = ({ mutability }: Attribute) => mutability !== 'readOnly';

/** Any letter case: names are compared without it. */
const inAnyCase = (text: string) => fc.constantFrom(text, text.toUpperCase(), text.toLowerCase());

function filterOn({ subAttributes = [] }: Attribute): fc.Arbitrary<Filter> {
  const test: fc.Arbitrary<Filter> = fc.constantFrom(...subAttributes).chain((sub): fc.Arbitrary<Test> =>
    sub.type === 'boolean'
      ? fc.record({ sub: fc.constant(sub.name), op: fc.constant('eq' as const), with: fc.boolean() })
      : fc.oneof(
          fc.record({
            sub: fc.constant(sub.name),
            op: fc.constantFrom(
              'eq' as const,
              'eq' as const,
              'ne' as const,
              'co' as const,
              'sw' as const,
              'ew' as const,
            ),
            with: word,
          }),
          fc.record({ sub: fc.constant(sub.name), op: fc.constant('pr' as const) }),
        ),
  );
  const several = fc.array(test, { minLength: 2, maxLength: 3 });
  return fc.oneof(
    { weight: 3, arbitrary: test },
    test.map((not) => ({ not })),
    several.map((and) => ({ and })),
    several.map((or) => ({ or })),
  );
}

function textOf(filter: Filter): string {
  if ('not' in filter) return `not (${textOf(filter.not)})`;
  if ('and' in filter) return filter.and.map(textOf).join(' and ');
  if ('or' in filter) return filter.or.map(textOf).join(' or ');
  return filter.op === 'pr'
    ? `${filter.sub} pr`
    : `${filter.sub} ${filter.op} ${JSON.stringify(filter.with)}`;
}

function valueFor(attribute: Attribute, isList = attribute.multiValued): fc.Arbitrary<unknown> {
  if (isList) return fc.array(valueFor(attribute, false), { minLength: 1, maxLength: 2 });
  if (attribute.type === 'boolean') return fc.boolean();
  if (attribute.type !== 'complex') return word;
  const subs = (attribute.subAttributes ?? []).filter(isWritable).slice(0, 4);
  if (subs.length === 0) return fc.constant({});
  return fc
    .record(Object.fromEntries(subs.map((sub) => [sub.name, valueFor(sub)])), { requiredKeys: [] })
    .filter((object) => Object.keys(object).length > 0);
}

const holders = [
  ...USER.attributes.map((attribute) => ({ attribute, extension: false })),
  ...(USER_TYPE.extension?.attributes ?? []).map((attribute) => ({ attribute, extension: true })),
];

const operation: fc.Arbitrary<Operation> = fc.constantFrom(...holders).chain(({ attribute, extension }) => {
  const { subAttributes = [], multiValued } = attribute;
  const optional = <T>(make: () => fc.Arbitrary<T>, isPossible: boolean) =>
    isPossible ? fc.option(make(), { nil: undefined }) : fc.constant(undefined);
  return fc
    .record({
      op: fc.constantFrom('add' as const, 'replace' as const, 'remove' as const),
      filter: optional(() => filterOn(attribute), subAttributes.length > 0),
      sub: optional(() => fc.constantFrom(...subAttributes), subAttributes.length > 0),
      prefixed: fc.boolean(),
    })
    .chain(({ op, filter, sub, prefixed }) => {
      const prefix = extension ? `${ENTERPRISE_SCHEMA}:` : prefixed ? `${USER_SCHEMA}:` : '';
      const selected = filter ? `[${textOf(filter)}]` : '';
      const name = inAnyCase(attribute.name);
      const subName = sub ? inAnyCase(`.${sub.name}`) : fc.constant('');
      const value = sub ? valueFor(sub) : valueFor(attribute, multiValued && !filter);
      return fc
        .tuple(name, subName, op === 'remove' ? fc.constant(undefined) : value)
        .map(([named, within, given]) => ({
          op,
          extension,
          attribute,
          filter,
          sub,
          value: given,
          path: `${prefix}${named}${selected}${within}`,
        }));
    });
});

const resource = fc
  .record(
    Object.fromEntries(
      USER.attributes.filter(isWritable).map((attribute) => [attribute.name, valueFor(attribute)]),
    ),
    { requiredKeys: [] },
  )
  .map((made) => {
    const all = Object.entries(made).map(([name, value]) => [name, onePrimary(value)]);
    return Object.fromEntries(all) as ScimObject;
  });

const REFUSED = Symbol('refused');

function holds(value: ScimObject, filter: Filter): boolean {
  if ('not' in filter) return !holds(value, filter.not);
  if ('and' in filter) return filter.and.every((each) => holds(value, each));
  if ('or' in filter) return filter.or.some((each) => holds(value, each));
  const found = value[filter.sub];
  if (filter.op === 'pr') return found !== undefined;
  if (typeof filter.with === 'boolean') return found === filter.with;
  const isExact = filter.sub === 'value';
  const fold = (text: unknown) => (isExact ? String(text) : String(text).toLowerCase());
  const [a, b] = [fold(found), fold(filter.with)];
  if (filter.op === 'ne') return found === undefined || a !== b;
  if (found === undefined) return false;
  return { eq: a === b, co: a.includes(b), sw: a.startsWith(b), ew: a.endsWith(b) }[filter.op];
}

/** What equalities alone describe can be made where it is missing. */
function described(filter: Filter): ScimObject | undefined {
  if ('and' in filter) {
    const parts = filter.and.map(described);
    return parts.includes(undefined) ? undefined : Object.assign({}, ...parts);
  }
  return 'op' in filter && filter.op === 'eq' ? { [filter.sub]: filter.with } : undefined;
}

/** Of several, the last that the operation has set. */
function onePrimary(value: unknown, before: unknown = []): unknown {
  if (!Array.isArray(value)) return value;
  const list = value as ScimObject[];
  const isSet = (each: ScimObject) => each['primary'] === true && !(before as unknown[]).includes(each);
  const set = list.filter(isSet).at(-1) ?? list.filter(({ primary }) => primary === true).at(-1);
  return list.map((each) => (each['primary'] === true && each !== set ? { ...each, primary: false } : each));
}

const without = (object: ScimObject, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
const isSame = (a: unknown, b: unknown) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (value: unknown) =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** What an operation makes of the value of its attribute. */
function after(present: unknown, operation: Operation): unknown {
  const { op, attribute, filter, sub, value } = operation;
  if (!isWritable(attribute) || (sub && !isWritable(sub))) return REFUSED;
  if (op === 'remove' && attribute.required) return REFUSED;
  if (attribute.multiValued) return listAfter((present ?? []) as ScimObject[], operation);
  if (filter) {
    const list = listAfter(present === undefined ? [] : [present as ScimObject], operation);
    return Array.isArray(list) ? (list.length > 1 ? REFUSED : list[0]) : list;
  }
  if (sub) return changedOne((present ?? {}) as ScimObject, operation);
  if (op === 'remove') return undefined;
  return attribute.type === 'complex' ? { ...(present as ScimObject), ...(value as ScimObject) } : value;
}

function changedOne(object: ScimObject, { op, sub, value }: Operation): ScimObject {
  if (sub) return op === 'remove' ? without(object, sub.name) : { ...object, [sub.name]: value };
  return { ...object, ...(value as ScimObject) };
}

function listAfter(list: ScimObject[], operation: Operation): unknown {
  const { op, filter, sub, value } = operation;
  const one = (object: ScimObject) => changedOne(object, operation);
  if (!filter && !sub) {
    if (op === 'remove') return undefined;
    const given = value as ScimObject[];
    return op === 'replace'
      ? given
      : [...list, ...given.filter((each) => !list.some((old) => isSame(old, each)))];
  }
  const isMeant = (each: ScimObject) => !filter || holds(each, filter);
  if (list.some(isMeant)) {
    if (op === 'remove' && !sub) return list.filter((each) => !isMeant(each));
    return list.map((each) => (isMeant(each) ? one(each) : each)).filter((each) => !isEmpty(each));
  }
  if (op === 'remove') return list;
  const made = filter ? described(filter) : {};
  return made ? [...list, one(made)] : REFUSED;
}

function model(before: ScimObject, operations: readonly Operation[]): ScimObject | typeof REFUSED {
  let resource = before;
  for (const each of operations) {
    const { attribute, extension } = each;
    const holder = (extension ? resource[ENTERPRISE_SCHEMA] : resource) as ScimObject | undefined;
    const changed = after(holder?.[attribute.name], each);
    if (changed === REFUSED) return REFUSED;
    const rest = without(holder ?? {}, attribute.name);
    const next =
      changed === undefined || isEmpty(changed)
        ? rest
        : { ...rest, [attribute.name]: onePrimary(changed, holder?.[attribute.name]) };
    if (!extension) resource = next;
    else if (isEmpty(next)) resource = without(resource, ENTERPRISE_SCHEMA);
    else resource = { ...resource, [ENTERPRISE_SCHEMA]: next };
  }
  return resource;
}

function patched(before: ScimObject, operations: readonly Operation[]): ScimObject | typeof REFUSED {
  const Operations = operations.map(({ op, path, value }) => ({
    op,
    path,
    ...(op !== 'remove' && { value }),
  }));
  try {
    return applyPatch(before, readPatch({ schemas: [PATCH_OP], Operations }, USER_TYPE));
  } catch (error) {
    if (error instanceof Problem) return REFUSED;
    throw error;
  }
}

test('every path, with a filter or without, changes what the model changes, or the whole PATCH is refused', () => {
  fc.assert(
    fc.property(resource, fc.array(operation, { minLength: 1, maxLength: 3 }), (before, operations) => {
      const kept = structuredClone(before);
      expect(patched(before, operations)).toEqual(model(before, operations));
      expect(before).toEqual(kept);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('the value that is set as the primary one is it, also before another that was', () => {
  const emails = [{ value: 'a' }, { value: 'b', primary: true }];
  const Operations = [{ op: 'replace', path: 'emails[value eq "a"].primary', value: true }];
  const after = applyPatch({ emails }, readPatch({ schemas: [PATCH_OP], Operations }, USER_TYPE));
  expect(after['emails']).toEqual([
    { value: 'a', primary: true },
    { value: 'b', primary: false },
  ]);
});

describe('the extension as a whole', () => {
  const change = (op: string, value?: unknown) =>
    applyPatch(
      { userName: 'ada', [ENTERPRISE_SCHEMA]: { department: 'R&D', division: 'A' } },
      readPatch(
        { schemas: [PATCH_OP], Operations: [{ op, path: ENTERPRISE_SCHEMA.toUpperCase(), value }] },
        USER_TYPE,
      ),
    );

  test('is a path too: what is given of it changes', () => {
    for (const op of ['add', 'replace'])
      expect(change(op, { DEPARTMENT: 'Sales' })[ENTERPRISE_SCHEMA]).toEqual({
        department: 'Sales',
        division: 'A',
      });
  });

  test('is removed by it', () => expect(change('remove')).toEqual({ userName: 'ada' }));

  test('is an object', () => {
    for (const value of ['x', 1, [], null]) expect(() => change('add', value)).toThrow(Problem);
  });
});

describe('the schema of users', () => {
  const change = (operation: ScimObject) =>
    applyPatch(
      { userName: 'ada', title: 'Dr' },
      readPatch({ SCHEMAS: [PATCH_OP], operations: [operation] }, USER_TYPE),
    );
  const expected = { userName: 'ada', title: 'Prof', name: { givenName: 'Ada' } };
  const value = { Title: 'Prof', 'NAME.givenname': 'Ada' };

  test('as a path, or as the one name in a value, names the user as no path does', () => {
    for (const path of [USER_SCHEMA, USER_SCHEMA.toLowerCase(), '', null, undefined])
      expect(change({ Op: 'Add', Path: path, Value: value })).toEqual(expected);
    expect(change({ op: 'replace', value: { [USER_SCHEMA]: value } })).toEqual(expected);
  });

  test('removes no user, and nothing that a user must have', () => {
    for (const path of [USER_SCHEMA, 'userName', `${USER_SCHEMA}:username`])
      expect(() => change({ op: 'remove', path })).toThrow(Problem);
  });
});
