const typescript = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  testMatch: ['**/*.spec.ts'],
  // Not in the folder for temporary files, which may be in memory: see test/run.mjs.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};

const onTheEngine = {
  ...typescript,
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', {}] },
  globalSetup: '<rootDir>/test/support/start-engine.ts',
  globalTeardown: '<rootDir>/test/support/stop-engine.ts',
};

/** @type {import('jest').Config} */
export default {
  projects: [
    {
      ...onTheEngine,
      displayName: 'rollbook',
      roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/guards/'],
    },
    {
      ...onTheEngine,
      displayName: 'guards',
      roots: ['<rootDir>/test/guards'],
      // The same sources, with a switch for each guard between tenants.
      transform: { '^.+\\.ts$': '<rootDir>/test/guards/switchable.mjs' },
    },
    {
      ...typescript,
      displayName: 'infra',
      roots: ['<rootDir>/infra'],
      // The CDK is CommonJS: as such it loads in a third of the time.
      transform: { '^.+\\.ts$': ['@swc/jest', { module: { type: 'commonjs' } }] },
    },
  ],
  // Only to end what hangs: no test depends on how fast the machine is.
  testTimeout: 120_000,
  maxWorkers: 2,
  // Modules of earlier spec files are never let go: a worker of three gigabytes stands still to collect its garbage.
  workerIdleMemoryLimit: '1GB',
};
