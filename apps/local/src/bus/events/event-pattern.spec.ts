import { compileEventPattern } from './event-pattern.js';

const event = {
  source: 'rollbook',
  'detail-type': 'user.role_changed',
  detail: {
    accountid: 'acct_1',
    sequence: '000000000007',
    address: '10.0.3.7',
    v6: '2001:db8::7',
    count: 7,
    ratio: 0.5,
    flag: true,
    nothing: null,
    tags: ['red', 'green'],
    empty: [],
    data: { role: 'admin', previousRole: 'member', email: 'Ada@Example.com', path: 'a/b*c' },
    items: [
      { kind: 'x', size: 1 },
      { kind: 'y', size: 2 },
    ],
  },
};
const matches = (pattern: unknown) => compileEventPattern(JSON.stringify(pattern))(event);
const detail = (pattern: unknown) => matches({ detail: pattern });
const data = (pattern: unknown) => detail({ data: pattern });

test.each<[string, boolean, unknown]>([
  ['exact text', true, { source: ['rollbook'] }],
  ['one of several', true, { 'detail-type': ['user.created', 'user.role_changed'] }],
  ['another text', false, { source: ['other'] }],
  ['all fields together', false, { source: ['rollbook'], 'detail-type': ['user.created'] }],
])('%s: %s', (_, expected, pattern) => expect(matches(pattern)).toBe(expected));

test.each<[boolean, unknown]>([
  [true, { count: [7] }],
  [false, { count: ['7'] }],
  [true, { flag: [true] }],
  [true, { nothing: [null] }],
  [false, { missing: [null] }],
  [true, { tags: ['green'] }],
  [false, { tags: ['blue'] }],
  [true, { tags: [{ prefix: 'gr' }] }],
  [true, { accountid: [{ prefix: 'acct_' }] }],
  [true, { sequence: [{ suffix: '007' }] }],
  [true, { count: [{ numeric: ['>', 5, '<=', 7] }] }],
  [false, { count: [{ numeric: ['>', 7] }] }],
  [true, { ratio: [{ numeric: ['=', 0.5] }] }],
  [false, { sequence: [{ numeric: ['=', 7] }] }],
  [true, { address: [{ cidr: '10.0.0.0/16' }] }],
  [false, { address: [{ cidr: '10.1.0.0/16' }] }],
  [true, { address: [{ cidr: '0.0.0.0/0' }] }],
  [true, { v6: [{ cidr: '2001:db8::/32' }] }],
  [false, { v6: [{ cidr: '10.0.0.0/8' }] }],
  [true, { missing: [{ exists: false }] }],
  [true, { nothing: [{ exists: true }] }],
  [false, { count: [{ exists: false }] }],
  [true, { data: { missing: [{ exists: false }] } }],
  [true, { gone: { missing: [{ exists: false }] } }],
  [false, { gone: { missing: ['x'] } }],
  [false, { data: [{ exists: true }] }],
  [true, { empty: [{ exists: false }] }],
  [true, { items: { kind: ['y'] } }],
  [true, { items: { kind: ['y'], size: [2] } }],
  [false, { items: { kind: ['y'], size: [1] } }],
  [true, { $or: [{ count: [8] }, { data: { role: ['admin'] } }] }],
  [false, { accountid: ['acct_2'], $or: [{ count: [7] }, { flag: [true] }] }],
  [false, { $or: [{ count: [8] }, { count: [9] }] }],
])('detail %s: %j', (expected, pattern) => expect(detail(pattern)).toBe(expected));

test.each<[boolean, unknown]>([
  [true, { email: [{ 'equals-ignore-case': 'ada@example.COM' }] }],
  [false, { email: [{ prefix: 'ada' }] }],
  [true, { email: [{ prefix: { 'equals-ignore-case': 'ADA' } }] }],
  [true, { email: [{ suffix: { 'equals-ignore-case': '.COM' } }] }],
  [true, { email: [{ wildcard: 'A*@*.com' }] }],
  [false, { email: [{ wildcard: '*.org' }] }],
  [true, { path: [{ wildcard: 'a/b\\*c' }] }],
  [true, { role: [{ 'anything-but': 'member' }] }],
  [false, { role: [{ 'anything-but': ['admin', 'owner'] }] }],
  [false, { missing: [{ 'anything-but': 'x' }] }],
  [false, { role: [{ 'anything-but': { prefix: 'ad' } }] }],
  [true, { role: [{ 'anything-but': { suffix: 'x' } }] }],
  [false, { role: [{ 'anything-but': { prefix: ['x', 'ad'] } }] }],
  [false, { role: [{ 'anything-but': { 'equals-ignore-case': ['ADMIN', 'x'] } }] }],
  [false, { role: [{ 'anything-but': { wildcard: '*min' } }] }],
  [true, { role: [{ 'anything-but': { wildcard: '*max' } }] }],
])('detail.data %s: %j', (expected, pattern) => expect(data(pattern)).toBe(expected));

test.each<[unknown]>([
  ['not json'],
  [[]],
  [{}],
  [{ source: 'rollbook' }],
  [{ source: [] }],
  [{ source: [{ prefix: 1 }] }],
  [{ source: [{ prefix: '' }] }],
  [{ source: [{ unknown: 'x' }] }],
  [{ source: [{ prefix: 'a', suffix: 'b' }] }],
  [{ source: [['nested']] }],
  [{ count: [{ numeric: ['>'] }] }],
  [{ count: [{ numeric: ['!', 1] }] }],
  [{ count: [{ numeric: ['>', 6e9] }] }],
  [{ ip: [{ cidr: '10.0.0.0' }] }],
  [{ ip: [{ cidr: '10.0.0.0/40' }] }],
  [{ a: [{ exists: 'yes' }] }],
  [{ a: [{ wildcard: 'a**b' }] }],
  [{ a: [{ wildcard: 'a\\b' }] }],
  [{ a: [{ 'anything-but': [] }] }],
  [{ a: [{ 'anything-but': ['x', 1] }] }],
  [{ a: [{ 'anything-but': { numeric: ['>', 1] } }] }],
])('%j is refused', (pattern) => {
  const text = typeof pattern === 'string' ? pattern : JSON.stringify(pattern);
  expect(() => compileEventPattern(text)).toThrow(/Event pattern is not valid/);
});

test('a field may be called $or when it does not list patterns', () => {
  expect(compileEventPattern('{"$or":["x"]}')({ $or: 'x' })).toBe(true);
});
