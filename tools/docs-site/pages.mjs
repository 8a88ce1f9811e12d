/**
 * Which pages the site has, and where: its menu. `…/` stands for all pages of a folder that are not listed before, `generated` for
 * those that build.mjs makes.
 */
export const SECTIONS = [
  {
    title: 'Start',
    pages: [
      'README.md',
      'docs/concepts.md',
      'docs/rollbook-dev.md',
      'docs/api/README.md',
      'docs/api/first-calls.md',
    ],
  },
  {
    title: 'The HTTP API',
    pages: [
      'docs/api/authentication.md',
      'docs/api/reading.md',
      'docs/api/writing.md',
      'docs/api/',
      'docs/input.md',
    ],
  },
  {
    title: 'Follow and ask',
    pages: [
      'docs/examples/README.md',
      'docs/examples/go/README.md',
      'docs/examples/python/README.md',
      'docs/subscribing.md',
      'docs/webhooks.md',
      'docs/log-streams.md',
    ],
  },
  { title: 'HTTP reference', generated: 'http' },
  { title: 'Problems', generated: 'problems' },
  {
    title: 'Packages',
    pages: [
      'docs/packages.md',
      'libs/client/README.md',
      'docs/clients.md',
      'libs/events/README.md',
      'libs/guard/README.md',
      'docs/guard-beside-a-service.md',
      'libs/react/README.md',
      'libs/subscriber/README.md',
      'libs/testing/README.md',
      'libs/verify/README.md',
      'libs/single-table/README.md',
      'libs/single-table/docs/reference.md',
    ],
    generated: 'packages',
  },
  {
    title: 'People and access',
    pages: [
      'docs/dashboard.md',
      'docs/terraform.md',
      'docs/access-roles.md',
      'docs/teams.md',
      'docs/modelling-access.md',
      'docs/access-that-ends.md',
      'docs/requests.md',
      'docs/importing.md',
      'docs/migrating.md',
      'docs/sign-in.md',
      'docs/scim.md',
      'docs/okta.md',
    ],
  },
  {
    title: 'Run it',
    pages: [
      'docs/deploy.md',
      'infra/package/README.md',
      'docs/upgrading.md',
      'docs/configuration.md',
      'docs/command.md',
      'docs/metrics.md',
      'docs/aws-costs.md',
      'docs/route-costs.md',
      'docs/stability.md',
      'CHANGELOG.md',
      'SECURITY.md',
      'docs/transparency-log.md',
    ],
  },
  { title: 'Runbook', pages: ['docs/runbook/README.md', 'docs/runbook/'] },
  {
    title: 'How it is made',
    pages: ['docs/ARCHITECTURE.md', 'docs/testing.md', 'CONTRIBUTING.md', 'docs/', 'docs/benchmarks/'],
  },
  { title: 'Decisions', pages: ['docs/adr/'] },
];

/** Words that people search a page by and that it does not have, by its place. */
export const KEYWORDS = {
  index: 'quickstart quick start getting started tutorial install hello world',
  'api/reading': 'pagination paging next page cursor',
  configuration: 'cors cross origin allowed origins environment variables',
  webhooks: 'verify a webhook signature',
  'http/users': 'delete a user remove erase deactivate',
  'api/authentication': 'api key api keys token',
  'guard-beside-a-service': 'sidecar forward auth nginx caddy traefik envoy python go java php',
  clients: 'python go golang sdk library async',
  teams: 'groups of users inherited access nested membership idp groups',
  'access-roles': 'rbac permissions authorization fine grained custom roles',
  'modelling-access': 'openfga zanzibar rebac rbac abac comparison examples',
  'access-that-ends': 'temporary access expire expiry time limited',
};

/** Where a page of the repository is on the site, without its ending. */
export function placeOf(file) {
  return file
    .replace(/^docs\//, '')
    .replace(/^libs\/([\w-]+)\/README\.md$/, 'packages/$1.md')
    .replace('infra/package/README.md', 'packages/cdk.md')
    .replace(/^libs\/([\w-]+)\/docs\/(.*)$/, 'packages/$1-$2')
    .replace(/README\.md$/, 'index.md')
    .replace(/\.md$/, '')
    .replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
