// Adds a field of users in exactly the places that CONTRIBUTING.md names: `node test/scaffold/add-a-field.mjs`, every night.
import { guide, placesIn, requirePlaces, tryInCopy } from './scaffold.mjs';

const DTO_RULE = `  @IsString()
  @MaxLength(NAME_MAX_BYTES)
  @ParsedBy(userSettings.department.parse)
`;

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
  'docs/api/first-calls.md': [['  "serviceGroupCount": 0,', '  "department": null,\n']],
  'docs/importing.md': [['| `service-groups` |', '| `users`, besides | `department` | |\n']],
  'docs/adr/0035-scim.md': [
    ['| a Group, its `members`', '| `department` of the extension | the department |\n'],
  ],
};

const row = guide.split('\n').find((line) => line.startsWith('- a field of a user:')) ?? '';
requirePlaces(placesIn(row), Object.keys(EDITS));
tryInCopy({
  name: 'field',
  edits: EDITS,
  spec: 'department',
  specs: [
    'test/directory/integrity/verify-attributes',
    'test/e2e/openapi/',
    'libs/event-contracts',
    'libs/domain',
  ],
});
