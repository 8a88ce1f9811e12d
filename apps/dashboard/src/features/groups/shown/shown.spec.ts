import { shownOf } from './shown.js';

const ROWS = [
  { id: 'open' },
  { id: 'late', expiresAt: '2030-02-01T00:00:00.000Z' },
  { id: 'soon', expiresAt: '2030-01-01T00:00:00.000Z' },
  { id: 'open-too' },
];
const isManaging = ({ id }: { id: string }) => id.startsWith('open');

test.each([
  [{}, ['open', 'late', 'soon', 'open-too']],
  [{ sort: 'ends' }, ['soon', 'late', 'open', 'open-too']],
  [{ sort: '-ends' }, ['late', 'soon', 'open', 'open-too']],
  [{ show: 'ending' }, ['late', 'soon']],
  [{ show: 'ending', sort: 'ends' }, ['soon', 'late']],
  [{ show: 'managers' }, ['open', 'open-too']],
  [{ show: 'anything else', sort: 'too' }, ['open', 'late', 'soon', 'open-too']],
])('of a list, %j shows %j', (shown, ids) => {
  expect(shownOf(ROWS, shown, isManaging).map(({ id }) => id)).toEqual(ids);
});
