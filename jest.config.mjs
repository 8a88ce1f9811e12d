/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['@swc/jest', {}] },
  globalSetup: '<rootDir>/test/support/start-engine.ts',
  globalTeardown: '<rootDir>/test/support/stop-engine.ts',
  // Only to end what hangs: no test depends on how fast the machine is.
  testTimeout: 120_000,
  maxWorkers: 2,
};
