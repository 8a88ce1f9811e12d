// The stream processor as built, in a process of its own that ends itself with SIGKILL at a named step, once.
// Arguments: a JSON object { configuration, tuning, killAt?, killAfter? }: the step, and how often it passes before.
import { startStreamProcessor } from '../../dist/apps/stream-processor/src/node-host.js';

const { configuration, tuning, killAt, killAfter = 0 } = JSON.parse(process.argv[2]);
let passed = 0;

const processor = await startStreamProcessor(configuration, (line) => process.send?.({ notice: line }), {
  ...tuning,
  onStep: (step) => {
    if (step !== killAt) return;
    passed += 1;
    if (passed > killAfter) process.kill(process.pid, 'SIGKILL');
  },
});
process.send?.({ ready: true });
process.on('SIGTERM', () => void processor.stop().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(0));
