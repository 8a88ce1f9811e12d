// Adds a field of users to a copy of the sources, in exactly the places that CONTRIBUTING.md names, and runs the specs that
// notice it: `node test/scaffold/add-a-field.mjs`. Part of the nightly run.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

const DTO_RULE = `  @IsString()
  @MaxLength(NAME_MAX_BYTES)
  @ParsedBy(userSettings.department.parse)
`;

/** What is inserted before the first place where a text occurs. */
const EDITS = {
  'libs/domain/src/user/fields.ts': [
    [
      '} as const satisfies Settings;',
      `  department: {
    ...textSetting(textRule('department'), 'The department in which the user works'),
    personal: true,
    isColumn: true,
    scim: { schema: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User', attribute: 'department' },
  },
`,
    ],
    [
      'import',
      "import { textRule } from '../values/name.js';\nimport { textSetting } from '../values/settings.js';\n",
    ],
  ],
  'apps/api/src/users/users.dto.ts': [
    [
      '  /** Only an owner or an operator may create an owner. */',
      `  @IfPresent()\n${DTO_RULE}  department?: string;\n\n`,
    ],
    [
      '  /** Only an owner or an operator may grant or revoke the owner role. */',
      `  @IfGiven()\n${DTO_RULE}  department?: string | null;\n\n`,
    ],
    ['  metadata!: Record<string, unknown>;', '  department!: string | null;\n'],
    ['  metadata: true,', '  department: true,\n'],
    ['  GivenSettingsDto,', '  IfGiven,\n'],
  ],
  'apps/api/src/openapi/examples/examples.ts': [
    ["  metadata: { department: 'Engines' },", "  department: 'Engines',\n"],
  ],
  'docs/importing.md': [['| `service-groups` |', '| `users`, besides | `department` | |\n']],
  'docs/adr/0035-scim.md': [
    ['| a Group, its `members`', '| `department` of the extension | the department |\n'],
  ],
};

function placesFor(what) {
  const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const row = guide.split('\n').find((line) => line.startsWith(`| ${what} `)) ?? '';
  return Array.from(row.matchAll(/`((?:apps|libs|docs)\/[\w./-]+)`/g), ([, path]) => path);
}

function run(folder, ...command) {
  const { status } = spawnSync('npm', command, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ${command.join(' ')} failed.`);
}

const places = placesFor('a field of a user');
if (places.sort().join() !== Object.keys(EDITS).sort().join())
  throw new Error(`CONTRIBUTING.md names other places for a field: ${places.join(', ')}.`);
const copy = mkdtempSync(join(dirname(root.replace(/\/$/, '')), 'rollbook-field-'));
try {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  for (const file of tracked) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const [file, insertions] of Object.entries(EDITS)) {
    let text = readFileSync(join(copy, file), 'utf8');
    for (const [place, inserted] of insertions) {
      if (!text.includes(place)) throw new Error(`${file} has no ${place}`);
      text = text.replace(place, () => inserted + place);
    }
    writeFileSync(join(copy, file), text);
  }
  cpSync(join(root, 'test/scaffold/department.ts'), join(copy, 'test/scaffold/department.spec.ts'));
  run(copy, 'run', 'client');
  run(copy, 'run', 'contracts');
  run(
    copy,
    'test',
    '--',
    'test/scaffold/department',
    'test/directory/integrity/verify-attributes',
    'test/e2e/openapi/',
    'libs/event-contracts',
    'libs/domain',
  );
} finally {
  rmSync(copy, { recursive: true, force: true });
}
