/** Ends a process, as far as its database can tell, before or after any call that it makes. */
export class KillSwitch {
  private passed = 0;
  private killed: (() => void) | undefined;

  /** @param at the place at which it is ended, counted from 1; Infinity for never */
  constructor(private readonly at = Infinity) {}

  get isDead(): boolean {
    return this.passed >= this.at;
  }

  /** Called once, when it is ended. */
  onKill(killed: () => void): void {
    this.killed = killed;
  }

  /** A place at which it may be ended. What is dead does nothing any more. */
  place(): void {
    if (!this.isDead && (this.passed += 1) === this.at) this.killed?.();
    if (this.isDead) throw new Error('The process was killed.');
  }

  /** A call of a database, with a place before and a place after it. */
  around<T>(call: () => T): T {
    this.place();
    const result = call();
    if (!(result instanceof Promise)) {
      this.place();
      return result;
    }
    return result.then((value: unknown) => {
      this.place();
      return value;
    }) as T;
  }
}
