export function packCdk(folder: string): Promise<string>;
