// libs/single-table beside the SDK's clients and the libraries that do the same job.
import { measureCpu, stepsOfCpu } from './cpu.mjs';
import { measureInstantiations } from './instantiations.mjs';
import { bundleLibrary, measureSizes } from './sizes.mjs';

export const title = 'Data layer';
export const about = `\`libs/single-table\` compared with the SDK's own clients and its peers: each contender writes, reads and queries the
same order in the shortest way its documentation shows, in a separate process, with an HTTP layer that answers from memory.`;

export const settings = ({ quick }) =>
  quick
    ? { rounds: 2, warmUps: 1, share: 0.3, types: false }
    : { rounds: 15, warmUps: 2, share: 1, types: true };

export async function run(measures, progress, { rounds, warmUps, share, types }) {
  progress.expect(stepsOfCpu(rounds + warmUps));
  await bundleLibrary();
  await measureCpu(measures, progress, { rounds, warmUps, share });
  await measureSizes(measures);
  if (types) measureInstantiations(measures);
  else measures.remark('Type instantiations are only counted without `--quick`.');
}
