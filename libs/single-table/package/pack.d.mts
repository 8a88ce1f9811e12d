/** Compiles and packs the library into a folder; returns the tarball's path. */
export function pack(folder: string): string;
