// node migrate.mjs auth0|clerk|keycloak FILE …: imports the people of another product, their groups and who is in them.
//
// It can be run again: who is there already is changed if something differs, and nobody is removed. Everybody gets the id that they had
// as their external id, by which they are found again, and by which the account can let them sign in as before: docs/migrating.md.
import { createClient } from '@rollbook/client';

const [source, ...files] = process.argv.slice(2);
if (!['auth0', 'clerk', 'keycloak'].includes(source) || files.length === 0) {
  console.error('Usage: node migrate.mjs auth0|clerk|keycloak FILE …');
  process.exit(2);
}
const { read } = await import(`./${source}.mjs`);
const found = read(files);

const reasonAgainst = ({ email, leftOut }) => leftOut || (email ? undefined : 'no email');
const users = found.users
  .filter((user) => !reasonAgainst(user))
  .map((user) => ({ ...user, name: user.name || user.email }));
for (const user of found.users.filter(reasonAgainst))
  console.log(`left out: ${user.externalId} (${reasonAgainst(user)})`);
const moved = new Set(users.map(({ externalId }) => externalId));
const memberships = found.memberships.filter(({ userExternalId }) => moved.has(userExternalId));
const names = new Set(memberships.map(({ serviceGroupName }) => serviceGroupName));
const serviceGroups = found.serviceGroups ?? Array.from(names, (name) => ({ name }));

const { ROLLBOOK_URL, ROLLBOOK_KEY, ROLLBOOK_ACCOUNT: accountId } = process.env;
const rollbook = createClient({ baseUrl: ROLLBOOK_URL, token: ROLLBOOK_KEY });

// One after the other: a membership needs its user and its service group.
await importAll('users', users);
await importAll('service-groups', serviceGroups);
await importAll('memberships', memberships);

async function importAll(kind, records) {
  if (records.length === 0) return;
  const { id: jobId } = await rollbook.post('/v1/accounts/{accountId}/import/{kind}', {
    path: { accountId, kind },
    contentType: 'application/x-ndjson',
    body: records.map(({ leftOut, ...row }) => `${JSON.stringify(row)}\n`).join(''),
  });
  const path = { accountId, jobId };
  let job;
  do {
    await new Promise((resolve) => setTimeout(resolve, 500));
    job = await rollbook.get('/v1/accounts/{accountId}/imports/{jobId}', { path });
  } while (job.status === 'running');
  const { created, changed, unchanged, refused } = job;
  console.log(`${kind}: ${created} created, ${changed} changed, ${unchanged} unchanged, ${refused} refused`);
  for await (const { line, detail } of rollbook.each('/v1/accounts/{accountId}/imports/{jobId}/errors', {
    path,
  }))
    console.log(`  ${records[line - 1].externalId ?? records[line - 1].userExternalId}: ${detail}`);
  if (job.status !== 'done' || refused > 0) process.exitCode = 1;
}
