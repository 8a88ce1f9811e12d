/** Where a feed ends, as the last part says it. */
export interface FeedEnd {
  sequence: number;
  fedUpTo: Record<string, string>;
  filledTo?: string | undefined;
  filling?: boolean | undefined;
}

/** Where feeds end, as this process knows it. */
export class FeedEnds {
  private readonly ends = new Map<string, FeedEnd>();

  constructor(private readonly most = 10_000) {}

  find(scope: string): FeedEnd | undefined {
    return this.ends.get(scope);
  }

  set(scope: string, end: FeedEnd): void {
    this.ends.delete(scope);
    this.ends.set(scope, end);
    if (this.ends.size > this.most) this.ends.delete(this.ends.keys().next().value!);
  }

  forget(scope: string): void {
    this.ends.delete(scope);
  }
}
