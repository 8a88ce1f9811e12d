// Adds an aggregate in exactly the places that CONTRIBUTING.md names: `node test/scaffold/add-an-aggregate.mjs`, every night.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { guide, placesIn, requirePlaces, root, tryInCopy } from './scaffold.mjs';

const MAX_FILES = 25;

const EDITS = {
  'libs/domain/src/values/ids.ts': [
    ['} as const;', "  label: 'labl',\n"],
    ['\n/** The same id,', "export type LabelId = IdOf<'label'>;\n"],
  ],
  'libs/domain/src/aggregates.ts': [
    [
      'import { serviceGroupFields }',
      `import { labelFields } from './label/fields.js';
import { evolveLabel, initialLabel } from './label/label.js';
`,
    ],
    [
      '} as const satisfies Record<string, Aggregate>;',
      `  label: {
    idName: 'labelId',
    initial: initialLabel,
    evolve: evolveLabel,
    fields: labelFields,
    searched: { name: 'name', gone: 'removed' },
  },
`,
    ],
  ],
  'libs/domain/src/events/definitions.ts': [
    [
      'import { managerEvents, serviceGroupEvents, teamAccessEvents }',
      "import { labelEvents } from '../label/events.js';\n",
    ],
    ['};\ntype Definitions', '  ...labelEvents,\n'],
  ],
  'libs/domain/src/values/errors.ts': [
    ["  | 'version_mismatch'", "  | 'label_not_found'\n  | 'label_exists'\n"],
  ],
  'libs/domain/src/index.ts': [
    [
      'export { asRefusal, DomainError,',
      "export { decideLabel, existingLabel, initialLabel, type Label } from './label/label.js';\nexport type { LabelId } from './values/ids.js';\n",
    ],
  ],
  'libs/log-forms/src/ocsf-table.ts': [
    [
      '};\n\nexport interface OcsfActivity',
      `  'label.created': ['Entity Management', 'Create'],
  'label.renamed': ['Entity Management', 'Update'],
  'label.removed': ['Entity Management', 'Delete'],
`,
    ],
  ],
  'libs/directory/src/table/items/heads.ts': [
    ['import { serviceGroupEntity }', "import { labelEntity } from './labels.js';\n"],
    ['} as const satisfies Record<AggregateKind, unknown>;', '  label: labelEntity,\n'],
  ],
  'libs/directory/src/catalogue/access-patterns.ts': [
    ['import { reads }', "import { labels, labelSample } from './labels.js';\n"],
    ['];\n\n/** The caller:', '  ...labelSample,\n'],
    ['    ...sessions,', '    ...labels,\n'],
  ],
  'libs/directory/src/index.ts': [
    [
      'export { grantTenant,',
      "export { createLabel, getLabel, listLabels, removeLabel, renameLabel } from './aggregates/label/labels.js';\n",
    ],
  ],
  'apps/api/src/app.module.ts': [
    ['import { MeModule }', "import { LabelsModule } from './labels/labels.module.js';\n"],
    ['    ApiKeysModule,', '    LabelsModule,\n'],
  ],
  'apps/api/src/search/visible-kinds.ts': [
    ["  'api-key': 'api-keys:read',", "  label: 'service-groups:read',\n"],
  ],
  'apps/api/src/problems/catalogue.ts': [
    [
      '  version_mismatch:',
      `  label_not_found: { status: 404, title: 'There is no such label' },
  label_exists: { status: 409, title: 'The label already exists' },
`,
    ],
  ],
  'apps/api/src/openapi/document.ts': [
    ["  ['ApiKeys',", "  ['Labels', 'Names that an account gives to things.'],\n"],
  ],
  'apps/api/src/openapi/examples/examples.ts': [
    [
      'const searchHit = {',
      `const LABEL_ID = 'labl_01JZ3YT8Q9S1V3X5Z7B9D1F3G5';
const times = { version: 1, createdAt: CREATED, updatedAt: CREATED };
const label = { id: LABEL_ID, accountId: ACCOUNT_ID, name: 'blue', ...times };

`,
    ],
    [
      '  ActorDto: actor,',
      `  CreateLabelDto: { name: 'blue' },
  ChangeLabelDto: { name: 'green' },
  LabelDto: label,
  LabelListDto: listOf(label),
`,
    ],
    ['  identityId: identity.id,', '  labelId: LABEL_ID,\n'],
  ],
  'test/e2e/openapi/dto-fields.spec.ts': [
    [
      'import { parserOf }',
      `import {
  ChangeLabelDto,
  CreateLabelDto,
  LABEL_FIELDS,
} from '../../../apps/api/src/labels/labels.dto.js';
`,
    ],
    [
      "  'webhook-endpoint': {",
      '  label: { create: CreateLabelDto, change: ChangeLabelDto, answer: LABEL_FIELDS },\n',
    ],
  ],
  'test/directory/integrity/verify-attributes.spec.ts': [
    ['  createServiceGroup,', '  createLabel,\n'],
    ['  const endpoint = { url:', "  await createLabel(tenant, { name: 'blue' }, byOperator);\n"],
  ],
};

const folder = join(root, 'test/scaffold/label');
const added = Object.fromEntries(
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.txt'))
    .map((name) => [name.slice(0, -'.txt'.length), readFileSync(join(folder, name), 'utf8')]),
);

const [, section = ''] = guide.split('\nA new aggregate ');
const named = placesIn(section.split('\n## ')[0]).map((place) =>
  place.replace('api-keys', 'labels').replace('api-key', 'label'),
);
const places = Object.keys(added).map((file) => (named.includes(file) ? file : dirname(file)));
requirePlaces(named, [...places, ...Object.keys(EDITS)]);
const files = Object.keys(added).length + Object.keys(EDITS).length;
if (files > MAX_FILES) throw new Error(`An aggregate needs ${files} files by hand, more than ${MAX_FILES}.`);
tryInCopy({
  name: 'aggregate',
  edits: EDITS,
  added,
  spec: 'label',
  written: ['test/directory/catalogue', 'test/e2e/openapi/route-costs', 'libs/log-forms/src/documentation'],
  specs: [
    'test/directory/integrity/',
    'test/directory/catalogue',
    'test/e2e/openapi/',
    'test/e2e/access/tenant-isolation',
    'libs/event-contracts',
    'libs/domain',
  ],
});
console.log(`An aggregate is ${files} files by hand, as CONTRIBUTING.md says.`);
