import type { BuildOptions } from 'esbuild';

export function bundle(name: string, folder: string, more?: BuildOptions): Promise<void>;
