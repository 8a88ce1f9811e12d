/** The floors of a library or an app, the lowest first: a folder imports from those below it only. */
const FEATURES =
  'access|access-roles|accounts|api-keys|dashboard|discovery|health|imports|invitations|jobs|log-streams|logs|me|memberships|scim|search|service-groups|usage|users|webhook-endpoints';

const FLOORS = {
  'libs/single-table/src': [
    'wire',
    'definitions',
    'keys',
    'transport',
    'expressions',
    'model',
    'items',
    'connection',
    'reads',
    'writes',
    'entity',
    'table',
    'sources',
    'provisioning',
    'maintenance',
    'catalogue',
  ],
  'libs/directory/src': [
    'table',
    'search-index',
    'core',
    'aggregates',
    'sign-in',
    'reads',
    'metering',
    'due',
    'projections',
    'log',
    'jobs',
    'integrity',
    'catalogue',
  ],
  'apps/api/src': [
    'configuration',
    'observability',
    'problems',
    'directory',
    'http',
    'auth',
    'positions',
    'audit-log',
    'commands',
    FEATURES,
    'openapi',
  ],
  'apps/dashboard/src': ['api', 'components', 'session', 'features', 'routes'],
};

const floorRules = Object.entries(FLOORS).flatMap(([root, floors]) =>
  floors.slice(0, -1).map((floor, index) => ({
    name: `floors-of-${root.split('/')[1]}-${floor === FEATURES ? 'features' : floor}`,
    comment: `${root}: ${floors.join(' < ').replace(FEATURES, 'features')}. A folder imports from those below it only.`,
    severity: 'error',
    from: { path: `^${root}/(${floor})/`, pathNot: '\\.spec\\.ts$' },
    to: { path: `^${root}/([^/]+\\.tsx?$|(${floors.slice(index + 1).join('|')})/)` },
  })),
);

/**
 * The import rules of docs/ARCHITECTURE.md, each with the words it is stated in there.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const FRAMEWORK_TYPES = '^libs/guard/src/adapters/framework-types\\.ts$';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'No import cycles.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...floorRules,
    {
      name: 'libs-through-their-index',
      comment: 'A library is imported through its index.ts only.',
      severity: 'error',
      from: { path: '^(apps|infra|test|libs/([^/]+))/' },
      to: {
        path: '^libs/[^/]+/src/',
        pathNot: [
          '^libs/[^/]+/src/index\\.ts$',
          '^libs/$2/',
          '^libs/single-table/',
          // What its package.json exports too.
          '^libs/subscriber/src/stores/(sqlite|postgres|dynamodb)\\.ts$',
        ],
      },
    },
    {
      name: 'single-table-by-its-name',
      comment:
        'single-table is a package: outside of its folder, what its package.json exports is imported, by its name.',
      severity: 'error',
      from: { pathNot: '^libs/single-table/' },
      to: {
        path: '^libs/single-table/',
        dependencyTypesNot: ['aliased-workspace'],
      },
    },
    {
      name: 'single-table-knows-nothing-of-rollbook',
      comment:
        'single-table takes nothing of this repository: its tests an engine and helpers of test/support.',
      severity: 'error',
      from: { path: '^libs/single-table/' },
      to: { path: '^(apps|infra|libs|test)/', pathNot: '^(libs/single-table|test/support)/' },
    },
    {
      name: 'apps-never-import-apps',
      comment:
        'Apps never import apps; their entry scripts share the one that installs and builds, and the light process of `npm start` runs programs of others.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/local/src/light/main\\.ts$' },
      to: { path: '^apps/', pathNot: ['^apps/$1/', '^apps/local/prepare\\.mjs$'] },
    },
    {
      name: 'light-programs',
      comment: 'The light process runs programs of other apps, and imports nothing else of theirs.',
      severity: 'error',
      from: { path: '^apps/local/src/light/main\\.ts$' },
      to: {
        path: '^apps/',
        pathNot: ['^apps/local/', '^apps/(webhooks|mailer)/src/program\\.ts$'],
      },
    },
    {
      name: 'libs-never-import-apps',
      comment: 'Libraries never import apps, infra or test.',
      severity: 'error',
      from: { path: '^libs/', pathNot: ['\\.spec\\.ts$', '^libs/single-table/test/'] },
      to: { path: '^(apps|infra|test)/' },
    },
    {
      name: 'apps-never-import-test',
      comment: 'Nothing that ships imports from test.',
      severity: 'error',
      from: { path: '^(apps|infra)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^test/' },
    },
    {
      name: 'infra-imports-definitions',
      comment:
        'infra imports names and definitions: of directory, domain, single-table, event-contracts and pages, and of no app.',
      severity: 'error',
      from: { path: '^infra/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: '^(apps|libs)/',
        pathNot: [
          '^libs/(directory|domain|single-table|event-contracts|pages)/',
          '^apps/local/prepare\\.mjs$',
        ],
      },
    },
    {
      name: 'independent-libs',
      comment:
        'aws-clients, domain, single-table, embedded-engine, outbound-requests, pacing, pages, program and transparency-log import no other library; dynamodb-streams imports pacing only.',
      severity: 'error',
      from: {
        path: '^libs/(aws-clients|domain|single-table|dynamodb-streams|embedded-engine|outbound-requests|pacing|pages|program|transparency-log)/',
        pathNot: '\\.spec\\.ts$',
      },
      to: { path: '^libs/', pathNot: ['^libs/$1/', '^libs/pacing/'] },
    },
    {
      name: 'packages-import-nothing',
      comment:
        'single-table, client, events, guard, subscriber, testing and verify are packages of their own, domain is pure: not even pacing is imported there.',
      severity: 'error',
      from: {
        path: '^libs/(single-table|client|events|guard|subscriber|testing|verify|domain)/',
        pathNot: '\\.spec\\.ts$',
      },
      to: { path: '^libs/pacing/' },
    },
    {
      name: 'directory-imports-four-libraries',
      comment: 'directory imports domain, pacing, single-table and transparency-log, and no other library.',
      severity: 'error',
      from: { path: '^libs/directory/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/', pathNot: '^libs/(directory|domain|pacing|single-table|transparency-log)/' },
    },
    {
      name: 'log-forms-imports-contracts',
      comment: 'log-forms imports event-contracts and domain, and no other library.',
      severity: 'error',
      from: { path: '^libs/log-forms/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/', pathNot: '^libs/(log-forms|event-contracts|domain)/' },
    },
    {
      name: 'aws-clients-are-made-in-one-place',
      comment:
        'What clients of AWS are made with is for aws-clients: the rest takes its clients from there, which a spec of aws-clients sees to.',
      severity: 'error',
      from: {
        path: '^(apps|infra|libs)/',
        // Its users give it a client, and it makes none.
        pathNot: ['^libs/aws-clients/', '^libs/subscriber/src/stores/dynamodb\\.ts$', '\\.spec\\.ts$'],
      },
      to: {
        path: 'node_modules/(@smithy/(undici-http-handler|node-http-handler|signature-v4)|@aws-sdk/(credential-provider[^/]*|lib-dynamodb))/',
      },
    },
    {
      name: 'dashboard-calls-the-client',
      comment: 'The dashboard runs in browsers: of the libraries it imports client, and nothing of Node.',
      severity: 'error',
      from: { path: '^apps/dashboard/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(libs/(?!client/)|test/|infra/)' },
    },
    {
      name: 'the-list-of-pages-is-below-them',
      comment: 'features/pages.ts states the pages: every feature may import it, and it imports none.',
      severity: 'error',
      from: { path: '^apps/dashboard/src/features/[^/]+\\.tsx?$' },
      to: { path: '^apps/dashboard/src/features/[^/]+/' },
    },
    {
      name: 'dashboard-imports-no-node',
      comment: 'The dashboard runs in browsers: of the libraries it imports client, and nothing of Node.',
      severity: 'error',
      from: { path: '^apps/dashboard/src/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'domain-is-pure',
      comment: 'domain imports nothing: no package, no Node built-in.',
      severity: 'error',
      from: { path: '^libs/domain/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'core'] },
    },
    {
      name: 'not-to-dev-dependencies',
      comment:
        'What ships imports no development dependency. The dashboard is built of some, and ships none; the identity provider of `npm start` is one, and runs nowhere else.',
      severity: 'error',
      from: {
        path: '^(apps|libs)/',
        pathNot: [
          '\\.spec\\.ts$',
          '^apps/dashboard/',
          '^apps/local/src/identity-provider/',
          '^libs/single-table/test/',
          // A peer: who has DynamoDB has it.
          '^libs/subscriber/src/stores/dynamodb\\.ts$',
          // Types of optional peers.
          FRAMEWORK_TYPES,
        ],
      },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'not-unresolvable',
      comment: 'Every import resolves; what the package rollbook starts with, beside what it is packed with.',
      severity: 'error',
      from: { pathNot: ['^apps/local/package/', FRAMEWORK_TYPES] },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // Which of Node's modules have a name with a prefix only, not every version of Node lists.
    builtInModules: { add: ['node:sqlite'] },
    doNotFollow: { path: 'node_modules' },
    // The benches import peers that only their own package.json installs.
    exclude: '^dist/|single-table/dist/|bench/node_modules/|/bench/.+\\.mjs$',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
