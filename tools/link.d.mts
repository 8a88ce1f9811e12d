import type { BuildOptions } from 'esbuild';

export function linkTo(
  folder: string,
  programs: readonly Record<string, string>[],
  more?: BuildOptions,
): Promise<string[]>;
