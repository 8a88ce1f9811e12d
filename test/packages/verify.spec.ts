import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import {
  append,
  checkpointText,
  emptyTree,
  entryBundle,
  leafHash,
  logEntry,
  rootOf,
  signedNote,
} from '#libs/transparency-log';
import type { Bundle } from '@rollbook/verify';
import { packLibrary } from '../../tools/pack-library.mjs';
import { describeInBrowser, launch, openWindow } from '../support/browser/chromium.js';
import { ForeignProject, publintMessages, typesOf } from '../support/foreign-project.js';
import { newBundle, ofAccount, signed, TWO_OF_THREE } from '../support/transparency-log.js';

// An auditor's machine: the package alone, files that were downloaded, and no Rollbook.

let project: ForeignProject;
let tarball: string;
let bundle: Bundle;

beforeAll(async () => {
  project = new ForeignProject();
  tarball = packLibrary('libs/verify', project.folder);
  project.install(tarball);
  bundle = await newBundle();
  project.write('policy.txt', TWO_OF_THREE);
  project.write('bundle.json', JSON.stringify(bundle));
});
afterAll(() => {
  project.close();
});

async function verify(...args: string[]): Promise<{ code: number; text: string }> {
  const command = join(project.folder, 'node_modules/.bin/rollbook-verify');
  try {
    const { stdout } = await promisify(execFile)(command, args, {
      cwd: project.folder,
      env: project.environment({}),
    });
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, text: stderr };
  }
}

test('publint and arethetypeswrong find nothing', async () => {
  expect(await publintMessages(tarball)).toEqual([]);
  expect(await typesOf(tarball)).toEqual({ problems: [], entrypoints: 2 });
});

test('the command shows the event of a bundle, and who has signed the checkpoint', async () => {
  const { code, text } = await verify('bundle.json', '--policy', 'policy.txt');
  expect([code, text]).toEqual([0, expect.stringContaining('Logged: event 6 of 21 of account acc_1')]);
  expect(text).toContain(
    'rollbook.example/log, 40 entries; witness.example/a (2027-01-15T08:00:00.000Z), witness.example/c',
  );
});

test('the command exits with 1 where something does not hold, and with 2 where it was called wrongly', async () => {
  project.write('forged.json', JSON.stringify({ ...bundle, account: { ...bundle.account, index: 6 } }));
  const forged = await verify('forged.json', '--policy', 'policy.txt');
  expect(forged).toEqual({ code: 1, text: 'NOT VERIFIED: The checkpoint is not of a log with this event\n' });
  expect(await verify('bundle.json')).toMatchObject({
    code: 2,
    text: expect.stringContaining('--policy') as string,
  });
  expect(await verify('none.json', '--policy', 'policy.txt')).toMatchObject({ code: 1 });
});

test('the command checks a log that was downloaded as it is served, against a checkpoint that was kept', async () => {
  const entries = Array.from({ length: 300 }, (_, at) =>
    logEntry({ accountId: 'acc_1', eventId: `evt_${at}` }),
  );
  const noteOf = (kept: readonly Uint8Array[]) => {
    const by = ofAccount('acc_1');
    const text = checkpointText({
      origin: by.name,
      size: kept.length,
      root: rootOf(append(emptyTree, kept.map(leafHash))),
    });
    return signedNote(text, [signed(by, text)]);
  };
  const save = (folder: string, all: readonly Uint8Array[]) => {
    mkdirSync(join(project.folder, folder, 'tile/entries/001.p'), { recursive: true });
    const write = (file: string, data: Uint8Array | string) =>
      writeFileSync(join(project.folder, folder, file), data);
    write('checkpoint', noteOf(all));
    write('tile/entries/000', entryBundle(all.slice(0, 256)));
    write('tile/entries/001.p/3', entryBundle(all.slice(256, 259)));
    write('tile/entries/001.p/44', entryBundle(all.slice(256)));
  };
  save('log', entries);
  save('rewritten', entries.with(3, logEntry({ accountId: 'acc_1', eventId: 'evt_forged' })));
  project.write('kept.txt', noteOf(entries.slice(0, 70)));
  const checks = ['--policy', 'policy.txt', '--account', 'acc_1', '--since', 'kept.txt'];
  expect(await verify('--log', 'log', ...checks)).toMatchObject({
    code: 0,
    text: expect.stringContaining('300 entries') as string,
  });
  expect(await verify('--log', 'rewritten', ...checks)).toEqual({
    code: 1,
    text: 'NOT VERIFIED: These entries are not the log of the checkpoint with 70 of them\n',
  });
});

describeInBrowser('in a browser', () => {
  test('the same package verifies the same bundle, and refuses a forged one', async () => {
    const main = project.write(
      'main.mjs',
      `import { parsePolicy, verifyBundle } from '@rollbook/verify';
       window.verify = async (bundle, policy) => {
         try { return (await verifyBundle(bundle, await parsePolicy(policy))).event.eventId; } catch (error) { return error.message; }
       };`,
    );
    const { outputFiles } = await build({
      entryPoints: [main],
      bundle: true,
      platform: 'browser',
      write: false,
      absWorkingDir: project.folder,
    });
    const server = createServer((_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><link rel="icon" href="data:," /><title>Verify</title>`);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const browser = await launch();
    try {
      const { page } = await openWindow(
        browser,
        `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      );
      await page.goto('/');
      await page.addScriptTag({ content: outputFiles[0]!.text });
      const inPage = (each: Bundle) =>
        page.evaluate(`verify(${JSON.stringify(each)}, ${JSON.stringify(TWO_OF_THREE)})`);
      expect(await inPage(bundle)).toBe('evt_5');
      const forged = { ...bundle, batch: { ...bundle.batch, index: 3 } };
      expect(await inPage(forged)).toBe('The checkpoint is not of a log with this event');
    } finally {
      await browser.close();
      server.closeAllConnections();
      server.close();
    }
  });
});
