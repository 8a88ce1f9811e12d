/** The remaining units of each partition for this second. They may fall below zero: the next call has to wait. */
export class Throughput {
  readonly #left = new Map<string, { units: number; at: number }>();

  /** @param unitsPerSecond 0: unlimited */
  constructor(
    private readonly unitsPerSecond: number,
    private readonly now: () => number,
  ) {}

  isThrottled(partition: string): boolean {
    return this.unitsPerSecond > 0 && this.#leftOf(partition).units <= 0;
  }

  spend(partition: string, units: number): void {
    if (this.unitsPerSecond > 0) this.#leftOf(partition).units -= units;
  }

  #leftOf(partition: string): { units: number } {
    const at = this.now();
    const before = this.#left.get(partition) ?? { units: this.unitsPerSecond, at };
    const units = before.units + ((at - before.at) / 1000) * this.unitsPerSecond;
    const left = { units: Math.min(this.unitsPerSecond, units), at };
    this.#left.set(partition, left);
    return left;
  }
}

const WRITE_UNIT_BYTES = 1024;
const READ_UNIT_BYTES = 4096;

export function writeUnitsOf(bytes: number, inTransaction: boolean): number {
  return Math.max(1, Math.ceil(bytes / WRITE_UNIT_BYTES)) * (inTransaction ? 2 : 1);
}

export function readUnitsOf(bytes: number, consistent: boolean): number {
  return Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES)) * (consistent ? 1 : 0.5);
}
