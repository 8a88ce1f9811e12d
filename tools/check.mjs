// `npm run check`: the fast checks of CI; with `--changed`, those that concern what has changed since the last commit.
import { runInstead } from './runtime/rerun.mjs';

if (process.argv.includes('--changed')) await import('./check-changed.mjs');
else await runInstead('.ci/run', ['--fast']);
