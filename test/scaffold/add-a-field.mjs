// Adds a field of users in exactly the places that CONTRIBUTING.md names: `node test/scaffold/add-a-field.mjs`, every night.
import { guide, placesIn, requirePlaces, tryInCopy } from './scaffold.mjs';

const EDITS = {
  'libs/domain/src/user/fields.ts': [
    [
      '} as const satisfies Settings;',
      `  department: {
    ...textSetting(textRule('department'), 'The department in which the user works'),
    personal: true,
    isColumn: true,
    scim: { schema: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User', attribute: 'department' },
    given: 'The department in which the user works.',
    changed: 'The department in which the user works. Null removes it.',
    example: 'Engines',
  },
`,
    ],
    [
      'import',
      "import { textRule } from '../values/name.js';\nimport { textSetting } from '../values/settings.js';\n",
    ],
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
