import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** How to run the engine: a program and the arguments that come before the engine's own. */
export interface EngineCommand {
  command: string;
  leadingArguments: string[];
}

export class EngineNotInstalledError extends Error {
  override readonly name = 'EngineNotInstalledError';
}

/**
 * Finds the native engine for this platform: the package `@dynoxide/<platform>-<arch>` if it is installed, otherwise a
 * locally installed `dynoxide` command through npx. Nothing is downloaded.
 * @throws EngineNotInstalledError with what to install, or which variable names another engine.
 */
export function findEngine(
  platform: string = process.platform,
  arch: string = process.arch,
  resolveFrom: string = import.meta.url,
): EngineCommand {
  const packageName = `@dynoxide/${platform}-${arch}`;
  const require = createRequire(resolveFrom);
  try {
    const folder = dirname(require.resolve(`${packageName}/package.json`));
    const program = join(folder, platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
    if (existsSync(program)) return { command: program, leadingArguments: [] };
  } catch {
    // Not installed for this platform: look for the command instead.
  }
  for (const folder of require.resolve.paths('dynoxide') ?? []) {
    if (existsSync(join(folder, '.bin', 'dynoxide')))
      return { command: 'npx', leadingArguments: ['--no-install', 'dynoxide'] };
  }
  throw new EngineNotInstalledError(
    `No embedded engine for ${platform}-${arch}: install the package ${packageName} (or dynoxide), or set ` +
      'ROLLBOOK_DYNAMODB_ENDPOINT to a DynamoDB endpoint, for example DynamoDB Local at http://127.0.0.1:8000.',
  );
}
