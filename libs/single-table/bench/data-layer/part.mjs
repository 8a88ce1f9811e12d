// libs/single-table beside the SDK's clients and the libraries that do the same job.
import { measureCpu, stepsOfCpu } from './cpu.mjs';
import { measureEditor } from './editor.mjs';
import { measureInstantiations } from './instantiations.mjs';
import { bundleLibrary, measureSizes } from './sizes.mjs';

export const title = 'Data layer';
export const about = `\`libs/single-table\` compared with the SDK's own clients and its peers: each contender writes, reads and queries the
same orders, whole, in part and together with their customer, in the shortest way its documentation shows, in a separate process, with
an HTTP layer that answers from memory. Dynamoose cannot query several entities at once.`;

export const settings = ({ quick }) =>
  quick
    ? { rounds: 2, warmUps: 1, share: 0.3, types: false }
    : { rounds: 15, warmUps: 2, share: 1, types: true };

export async function run(measures, progress, { rounds, warmUps, share, types }) {
  progress.expect(stepsOfCpu(rounds + warmUps));
  await bundleLibrary();
  await measureCpu(measures, progress, { rounds, warmUps, share });
  await measureSizes(measures);
  if (!types) {
    measures.remark('Type instantiations and the answers of an editor are only measured without `--quick`.');
    return;
  }
  measureInstantiations(measures);
  await measureEditor(measures, { rounds });
}
