export default {
  roots: ['<rootDir>/apps', '<rootDir>/infra', '<rootDir>/libs', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  testEnvironment: 'node',
  // Node's modules: see there, and test/run.mjs for how Node reads TypeScript.
  testRunner: '<rootDir>/test/jest/native-runner.mjs',
  transform: {},
  reporters: ['default', '<rootDir>/test/jest/report.mjs', '<rootDir>/test/jest/some-test-ran.mjs'],
  testSequencer: '<rootDir>/test/jest/longest-first.mjs',
  globalSetup: '<rootDir>/test/jest/start-engine.mjs',
  globalTeardown: '<rootDir>/test/jest/stop-engine.mjs',
  // Not in the folder for temporary files, which may be in memory: see test/run.mjs.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  // Only to end what hangs: no test depends on how fast the machine is.
  testTimeout: 300_000,
  // Twice the cores of a small machine: a quarter of the time tests wait, for a lease to end or a process to start.
  maxWorkers: 4,
  // What the variables of earlier spec files hold is never let go.
  workerIdleMemoryLimit: '1GB',
};
