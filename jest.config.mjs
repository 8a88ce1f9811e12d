const everywhere = {
  testEnvironment: 'node',
  testMatch: ['**/*.spec.ts'],
  // Not in the folder for temporary files, which may be in memory: see test/run.mjs.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
};

const onTheEngine = {
  globalSetup: '<rootDir>/test/jest/start-engine.mjs',
  globalTeardown: '<rootDir>/test/jest/stop-engine.mjs',
};

/** Jest's own module system: it compiles, and loads everything anew for each spec file. */
const inJestsModules = {
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
};

/** @type {import('jest').Config} */
export default {
  projects: [
    {
      ...everywhere,
      ...onTheEngine,
      displayName: 'rollbook',
      roots: ['<rootDir>/apps', '<rootDir>/infra', '<rootDir>/libs', '<rootDir>/test'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/guards/'],
      // Node's modules: see there, and test/run.mjs for how Node reads TypeScript.
      testRunner: '<rootDir>/test/jest/native-runner.mjs',
      transform: {},
    },
    {
      ...everywhere,
      ...onTheEngine,
      ...inJestsModules,
      displayName: 'guards',
      roots: ['<rootDir>/test/guards'],
      extensionsToTreatAsEsm: ['.ts'],
      // The same sources, with a switch for each guard between tenants.
      transform: { '^.+\\.ts$': '<rootDir>/test/guards/switchable.mjs' },
    },
  ],
  // Only to end what hangs: no test depends on how fast the machine is.
  testTimeout: 120_000,
  // One more than the cores of a small machine: some tests wait, for a lease to end or a process to start.
  maxWorkers: 3,
  // What the variables of earlier spec files hold is never let go.
  workerIdleMemoryLimit: '1GB',
};
