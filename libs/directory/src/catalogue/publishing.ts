import { readCommit } from '../core/last-commit-events.js';
import { KEYS, pattern } from './reads.js';
import { userId } from './samples/sample.js';

export const publishing = {
  readCommit: pattern(
    'the events of a commit that the head only names',
    { userId, version: 1, count: 1 },
    ({ directory }, { userId: id, ...range }) => readCommit(directory, id, range),
    { number: 14, note: KEYS },
  ),
};
