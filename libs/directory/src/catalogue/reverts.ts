import { locateChange } from '../reverts/find-change.js';
import { chunkPattern, pattern } from './reads.js';
import { at } from './samples/sample.js';

export const revertRoutes = {
  locateChange: pattern(
    'whether a job made a change that is to be undone, and when',
    { correlationId: 'corr_2', at },
    (tenant, change) => locateChange(tenant, change),
  ),
};

export const revertUpkeep = {
  revertNextParts: chunkPattern('undo what a change did to the next users and service groups', 'job_10', {
    note: 'The history of each, and a transaction of its own: what is done is recognised, so a chunk can be run again.',
  }),
};
