// The second half of `npm run build`: the dashboard's page and its files, to dist/dashboard.
import './runtime/rerun.mjs';
import { fileURLToPath } from 'node:url';

const { build } = await import('vite');
await build({ configFile: fileURLToPath(new URL('../apps/dashboard/vite.config.mjs', import.meta.url)) });
