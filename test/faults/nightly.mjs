// `npm run proof`: the proof run at its full length, and `npm start` under faults: a full disk, an engine that hangs or is
// gone, parts and supervisor killed. The variables PROOF_SEED, PROOF_KILLS, PROOF_COMMANDS, PROOF_AGGREGATES and
// PROOF_ROUNDS change it.
Object.assign(process.env, {
  PROOF_KILLS: '100',
  PROOF_COMMANDS: '20000',
  PROOF_AGGREGATES: '200',
  PROOF_ROUNDS: '5',
  ...process.env,
});
process.argv.push('test/faults/(proof-run|local-faults)', '--testNamePattern', 'seed|npm start');
await import('../run.mjs');
