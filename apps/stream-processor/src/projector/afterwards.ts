/** Work that may be done once for several batches: one piece after the other, while the next records are processed. */
export function workAfterwards(onNotice: (line: string) => void) {
  const waiting = new Map<string, () => Promise<void>>();
  let underWay: Promise<void> | undefined;

  async function workOff(): Promise<void> {
    for (const [key, work] of waiting) {
      waiting.delete(key);
      // It is due again after the next change.
      await work().catch((error: unknown) => onNotice(`${key} was put off: ${String(error)}`));
    }
    underWay = undefined;
  }

  return {
    add(key: string, work: () => Promise<void>): void {
      waiting.set(key, work);
      underWay ??= workOff();
    },
    /** Resolves when nothing is left. */
    async settled(): Promise<void> {
      await underWay;
    },
  };
}

export type Afterwards = ReturnType<typeof workAfterwards>;
