/** A job that stopped by itself goes on only if somebody resumes it. */
export function hasEnded({ status, stop }: { status: string; stop: object | null }): boolean {
  return status === 'done' || status === 'cancelled' || stop !== null;
}
