// npm run plan -- --tenants 1000 --users 100000 --writes-per-second 10: what a load needs, what it costs, what is first to
// reach its limit, and what to turn. Looks nothing up, and needs no AWS account.
import { createRequire } from 'node:module';
import { prepare } from '../apps/local/prepare.mjs';

prepare();
const { compileInfra } = await import('./compile.mjs');
await compileInfra();
createRequire(import.meta.url)('../dist/infra/plan.cjs');
