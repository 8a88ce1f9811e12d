export function isAccepted(licence: unknown): boolean;
export function unacceptedIn(lock: { packages: Record<string, object> }): string[];
