import { createRequire } from 'node:module';
import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

const seconds = createRequire(import.meta.url)('./slow-files.json');

/**
 * Starts what takes longest first, so that no worker is left with it at the end. What took longer than some seconds is in
 * slow-files.json (`npm test -- --record` writes it): a fresh clone has no times of its own.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const known = ({ path, context }) => seconds[relative(context.config.rootDir, path)] ?? 0;
    return super.sort(tests).toSorted((a, b) => known(b) - known(a));
  }
}
