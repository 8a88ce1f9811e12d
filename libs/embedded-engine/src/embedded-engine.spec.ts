import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from './index.js';

describe('the embedded engine', () => {
  test('starts and answers', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rollbook-spec-'));
    const engine = await startEngine({ databaseFile: join(folder, 'a.db') });
    expect((await fetch(engine.endpoint)).status).toBe(200);
    await engine.stop();
    await expect(fetch(engine.endpoint)).rejects.toThrow();
    await rm(folder, { recursive: true });
  });
});
