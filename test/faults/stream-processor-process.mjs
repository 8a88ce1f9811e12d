// The stream processor as built, in a process of its own that ends itself with SIGKILL at a named step, once; or broken
// in a known way, for the controls that show what the proof run catches.
// Arguments: a JSON object { configuration, tuning, killAt?, killAfter?, mutation? }: the step to end at, and how often
// it passes before. `before-put` is a step of the bus: what was read is about to be published.
import { startStreamProcessor } from '../../dist/apps/stream-processor/src/node-host.js';
import { publishFromEventItems } from './publish-from-event-items.mjs';

const { configuration, tuning, killAt, killAfter = 0, mutation } = JSON.parse(process.argv[2]);
const say = (notice) => process.send?.({ notice });
let passed = 0;

function onStep(step) {
  if (step !== killAt) return;
  passed += 1;
  if (passed > killAfter) process.kill(process.pid, 'SIGKILL');
}

const mutatedBus = {
  // Says that everything is published, and publishes afterwards: the checkpoint comes first, also where a write takes long.
  'checkpoint-before-publish': (bus) => ({
    ...bus,
    publish: (events) => {
      setTimeout(() => void bus.publish(events), 1_000);
      return Promise.resolve(events.map(() => ({ kind: 'accepted' })));
    },
  }),
  // Takes a successful answer for success, as if FailedEntryCount did not exist.
  'failed-entries-ignored': (bus) => ({
    ...bus,
    publish: async (events) => {
      await bus.publish(events);
      return events.map(() => ({ kind: 'accepted' }));
    },
  }),
};

const killedBus = (bus) => ({
  ...bus,
  publish: (events) => {
    onStep('before-put');
    return bus.publish(events);
  },
});
const wrapBus = mutatedBus[mutation] ?? killedBus;
const start = mutation === 'event-items' ? publishFromEventItems : startStreamProcessor;
const processor = await start(configuration, say, { ...tuning, onStep, wrapBus });
process.send?.({ ready: true });
process.on('SIGTERM', () => void processor.stop().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(0));
