import { shownOf } from './shown.js';

const ROWS = [
  { id: 'open', since: '2029-01-03T00:00:00.000Z' },
  { id: 'late', since: '2029-01-02T00:00:00.000Z', expiresAt: '2030-02-01T00:00:00.000Z' },
  { id: 'soon', since: '2029-01-01T00:00:00.000Z', expiresAt: '2030-01-01T00:00:00.000Z' },
  { id: 'open-too', since: '2029-01-04T00:00:00.000Z' },
];
const nameOf = ({ id }: { id: string }) => id;
const emailOf = ({ id }: { id: string }) => `${id}@x.example`;
const isManaging = ({ id }: { id: string }) => id.startsWith('open');

test.each([
  [{}, ['open', 'late', 'soon', 'open-too']],
  [{ sort: 'ends' }, ['soon', 'late', 'open', 'open-too']],
  [{ sort: '-ends' }, ['late', 'soon', 'open', 'open-too']],
  [{ sort: 'name' }, ['late', 'open', 'open-too', 'soon']],
  [{ sort: '-name' }, ['soon', 'open-too', 'open', 'late']],
  [{ sort: '-since' }, ['open-too', 'open', 'late', 'soon']],
  [{ q: 'OPEN' }, ['open', 'open-too']],
  [{ q: 'soon@x o' }, ['soon']],
  [{ show: 'ending' }, ['late', 'soon']],
  [{ show: 'ending', sort: 'ends' }, ['soon', 'late']],
  [{ show: 'managers' }, ['open', 'open-too']],
  [{ show: 'anything else', sort: 'too' }, ['open', 'late', 'soon', 'open-too']],
])('of a list, %j shows %j', (shown, ids) => {
  expect(shownOf(ROWS, shown, { isManaging, nameOf, emailOf }).map(({ id }) => id)).toEqual(ids);
});
