// `npm run proof`: the proof run at its full length. The variables PROOF_SEED, PROOF_KILLS, PROOF_COMMANDS and
// PROOF_AGGREGATES change it.
Object.assign(process.env, {
  PROOF_KILLS: '100',
  PROOF_COMMANDS: '20000',
  PROOF_AGGREGATES: '200',
  ...process.env,
});
process.argv.push('test/faults/proof-run', '--testNamePattern', 'seed');
await import('../run.mjs');
