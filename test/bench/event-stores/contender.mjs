// One contender in a process of its own. Arguments: its name, and its setting, as JSON.
import { CONTENDERS } from './operations.mjs';

const { open } = await import(CONTENDERS[process.argv[2]]);
const setting = JSON.parse(process.argv[3]);
const contender = await open(setting);
for (const read of ['state', 'fold']) {
  const version = await contender[read]();
  if (version !== setting.events)
    throw new Error(`${process.argv[2]} read version ${version} of ${setting.events}.`);
}
const clash = await contender.clash();
let done = 0;

async function measure(operation, calls) {
  if (!contender[operation]) return undefined;
  Object.assign(contender.used, { calls: 0, read: 0, write: 0 });
  const start = process.cpuUsage();
  for (let n = 0; n < calls; n += 1) await contender[operation]((done += 1));
  const { user, system } = process.cpuUsage(start);
  const { calls: made, read, write } = contender.used;
  return { cpu: (user + system) / calls, calls: made / calls, read: read / calls, write: write / calls };
}

process.on('message', async ({ operation, calls }) =>
  process.send({ figures: await measure(operation, calls) }),
);
process.once('disconnect', () => contender.close());
process.send({ clash });
