/** By how much the clocks of the stream and of processes differ at most. */
export const CLOCKS_DIFFER_MS = 30_000;
