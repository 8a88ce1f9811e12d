import { EngineNotInstalledError, findEngine } from './index.js';

describe('the engine of a platform', () => {
  test('is the embedded one where its package is installed', () => {
    expect(findEngine({ platform: 'linux', arch: 'x64' }).name).toBe('embedded engine');
  });

  test('is DynamoDB Local elsewhere, if there is Java', () => {
    const engine = findEngine({ platform: 'darwin', arch: 'arm64' }, () => true);
    expect(engine.name).toBe('DynamoDB Local');
    expect(engine.commandLine({ host: '127.0.0.1', port: 8000 }, '/data/engine.db').slice(-4)).toEqual([
      '-port',
      '8000',
      '-dbPath',
      '/data',
    ]);
  });

  test('is neither without Java: the error says what to install', () => {
    expect(() => findEngine({ platform: 'darwin', arch: 'arm64' }, () => false)).toThrow(
      EngineNotInstalledError,
    );
    expect(() => findEngine({ platform: 'darwin', arch: 'arm64' }, () => false)).toThrow(
      'No embedded engine for darwin-arm64: install the package @dynoxide/darwin-arm64, or Java',
    );
  });
});
