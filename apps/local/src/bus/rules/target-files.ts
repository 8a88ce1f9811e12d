import { appendFile, mkdir } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Anyone who reaches the bus names the files: below a folder of its own, no such file can be a shell's start file. */
export class TargetFiles {
  constructor(private readonly folder: string) {}

  /** What a rule may name: `file:///…/targets/users.jsonl`. @returns undefined for all else */
  pathOf(arn: string): string | undefined {
    if (!arn.startsWith('file://')) return undefined;
    try {
      const path = fileURLToPath(arn);
      return path.startsWith(resolve(this.folder) + sep) ? path : undefined;
    } catch {
      return undefined;
    }
  }

  async append(path: string, line: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await appendFile(path, `${line}\n`);
  }

  refusalOf(arn: string): string {
    return `The local bus writes to files below ${resolve(this.folder)} only, not to ${arn}.`;
  }
}
