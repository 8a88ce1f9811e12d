import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSeed } from './read-seed.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollbook-seed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(text: string) {
  const file = join(folder, 'people.yaml');
  writeFileSync(file, text);
  return readSeed(file);
}

describe('a seed', () => {
  test('has accounts with users, service groups with members, and keys', () => {
    const { accounts } = read(`
accounts:
  - name: Globex
    plan: pro
    users: [{ name: Ada, email: Ada@globex.example, role: owner }]
    groups: [{ name: prod, members: [ada@globex.example] }, { name: dev }]
    keys: [{ name: door, scopes: ['access:check'] }]
  - name: Initech
`);
    const none = { users: [], groups: [], keys: [] };
    expect(accounts).toEqual([
      {
        fields: { name: 'Globex', plan: 'pro' },
        users: [{ name: 'Ada', email: 'Ada@globex.example', role: 'owner' }],
        groups: [
          { fields: { name: 'prod' }, members: ['ada@globex.example'] },
          { fields: { name: 'dev' }, members: [] },
        ],
        keys: [{ name: 'door', scopes: ['access:check'] }],
      },
      { fields: { name: 'Initech' }, ...none },
    ]);
  });

  const ACCOUNT = 'accounts:\n  - name: A\n';
  test.each([
    ['accounts: [', 'people.yaml:1: '],
    ['- a', 'people.yaml:1: must have fields'],
    ['people: []', 'people.yaml:1: people: is not known here'],
    ['accounts: A', 'people.yaml:1: accounts: must be a list'],
    ['accounts:\n  - plan: pro', 'people.yaml:2: accounts[0].name: must be a text'],
    [`${ACCOUNT}  - name: a`, 'people.yaml:3: accounts[1].name: "a" is there twice'],
    [`${ACCOUNT}    users:\n      - Ada`, 'people.yaml:4: accounts[0].users[0]: must have fields'],
    [`${ACCOUNT}    users:\n      - name: Ada`, 'people.yaml:4: accounts[0].users[0].email: must be a text'],
    [
      `${ACCOUNT}    users:\n      - email: a@x.example\n      - email: A@x.example`,
      'people.yaml:5: accounts[0].users[1].email: "A@x.example" is there twice',
    ],
    [
      `${ACCOUNT}    groups:\n      - name: prod\n        members:\n          - a@x.example`,
      'people.yaml:6: accounts[0].groups[0].members[0]: no user of this account has the email "a@x.example"',
    ],
  ])('%j is refused with its line and field', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('gives the line of a field that the API refuses, and of what a missing one is missing from', () => {
    const { mistake } = read(
      'accounts:\n  - name: A\n    users:\n      - email: a@x.example\n        role: king\n',
    );
    const place = ['accounts', 0, 'users', 0];
    expect(mistake([...place, 'role'], 'is no role.').message).toMatch(
      /yaml:5: accounts\[0\]\.users\[0\]\.role: is/,
    );
    expect(mistake([...place, 'name'], 'is required.').message).toMatch(
      /yaml:4: accounts\[0\]\.users\[0\]\.name: is/,
    );
  });

  test('that is not there is named', () => {
    expect(() => readSeed(join(folder, 'none.yaml'))).toThrow('none.yaml cannot be read (ENOENT)');
  });
});
