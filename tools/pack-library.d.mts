export function packLibrary(library: string, folder: string): string;
