import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A membership that has ended by itself is still stored until its end is committed, and so are a place in a team and the access of a team.
 * What reads them asks whether they are held; these do not, and why.
 */
const ASKS_NOT: Readonly<Record<string, string>> = {
  'aggregates/access-request/load.ts': 'loads states: the domain asks what is held',
  'aggregates/service-group/state.ts': 'the shape of an item',
  'aggregates/service-group/team-items.ts': 'writes what the domain has decided',
  'aggregates/team/access-given.ts': 'counts what is stored, ended or not',
  'aggregates/user/changes.ts': 'writes what the domain has decided',
  'aggregates/user/memberships/load-cells.ts': 'loads states: the domain ends what is due',
  'aggregates/user/memberships/memberships.ts': 'loads states: the domain ends what is due',
  'aggregates/user/places/place-items.ts': 'writes what the domain has decided',
  'aggregates/user/places/places.ts': 'loads states: the domain ends what is due',
  'aggregates/user/remove-user.ts': 'removes all of them, each as of its own end',
  'aggregates/user/state.ts': 'the shape of an item',
  'catalogue/samples/sample.ts': 'writes samples',
  'catalogue/samples/teams-sample.ts': 'writes samples',
  'integrity/checks/derived/index-entries.ts': 'compares what is stored with the events',
  'integrity/checks/orphans.ts': 'compares what is stored with the events',
  'integrity/checks/removals.ts': 'compares what is stored with the events',
  'integrity/checks/team.ts': 'compares what is stored with the events',
  'integrity/derivation/derived-item.ts': 'compares what is stored with the events',
  'integrity/derivation/stored-account.ts': 'compares what is stored with the events',
  'jobs/bulk/load-rows.ts': 'loads states: the domain ends what is due',
  'jobs/removals/close-account.ts': 'removes all of them, each as of its own end',
  'jobs/removals/erase-user.ts': 'erases all copies',
  'jobs/removals/erasure.ts': 'erases all copies',
  'jobs/removals/remove-memberships.ts': 'moves all of them to the past, each as of its own end',
  'jobs/removals/remove-team.ts': 'ends all of them, each as of its own end',
  'projections/fan-out.ts': 'keeps the names in what is stored',
  'projections/recount.ts': 'counts what is stored, as each change does',
  'projections/settle-members.ts': 'ends what slipped in behind a removal',
  'reads/memberships/all-paths/search-members.ts': 'shows paths, which are asked',
  'reads/memberships/explain-access.ts': 'shows paths, which are asked',
  'reads/memberships/paths-ended.ts': 'says which has ended last',
  'reads/positions/reach.ts': 'compares the index with what is stored',
  'reads/read-ahead.ts': 'names what another file reads',
  'reads/time-travel/spans.ts': 'asks when each ended, also by itself',
  'reverts/decide-reversal.ts': 'loads states: the domain ends what is due',
  'reverts/load-teams.ts': 'loads states: the domain ends what is due',
  'table/items/memberships.ts': 'the entities themselves',
  'table/items/teams.ts': 'the entities themselves',
  'table/items/unpacked.ts': 'shows stored items by hand',
  'table/shape/table-shape.ts': 'derives an item from what is stored',
};

const folder = fileURLToPath(new URL('../../libs/directory/src/', import.meta.url));
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map((file) => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') }));

const asksWhatIsHeld = (text: string) => /\bisHeld(Now)?\(|'endsAt', asOf/.test(text);

test('every file that reads memberships asks whether they are held, or says why not', () => {
  const readers = sources.filter(({ text }) =>
    /\b(past)?(membership|teamPlace|teamAccess)Entity\b/i.test(text),
  );
  expect(readers.length).toBeGreaterThan(20);
  const asking = readers.filter(({ text }) => asksWhatIsHeld(text)).map(({ file }) => file);
  const others = readers.map(({ file }) => file).filter((file) => !asking.includes(file));
  expect(others.sort()).toEqual(Object.keys(ASKS_NOT));
});

test('nobody outside the directory names the entity', () => {
  const apps = fileURLToPath(new URL('../../apps/', import.meta.url));
  const naming = readdirSync(apps, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts') && !file.includes('node_modules'))
    .filter((file) =>
      /(membership|teamPlace|teamAccess)Entity/i.test(readFileSync(`${apps}/${file}`, 'utf8')),
    );
  expect(naming).toEqual([]);
});
