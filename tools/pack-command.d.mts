export function packCommand(folder: string): Promise<string>;
