export interface Used {
  reads: number;
  writes: number;
  events: number;
  deliveries: number;
  /** Added, less what was taken away. */
  storedBytes: number;
}

export interface UsedOnDay extends Used {
  /** In UTC: `2026-03-01`. */
  day: string;
  accountId: string;
}

export class UsageMeter {
  private counted = new Map<string, UsedOnDay>();

  constructor(private readonly now: () => number) {}

  add(accountId: string, used: Partial<UsedOnDay>): void {
    const { day = new Date(this.now()).toISOString().slice(0, 10), ...counts } = used;
    const key = `${day} ${accountId}`;
    const before = this.counted.get(key) ?? { ...NOTHING, day, accountId };
    for (const name of NAMES) before[name] += counts[name] ?? 0;
    this.counted.set(key, before);
  }

  /** Everything counted so far, which is then forgotten here. */
  take(): UsedOnDay[] {
    const taken = [...this.counted.values()];
    this.counted = new Map();
    return taken;
  }
}

const NOTHING: Used = { reads: 0, writes: 0, events: 0, deliveries: 0, storedBytes: 0 };
const NAMES = Object.keys(NOTHING) as (keyof Used)[];
