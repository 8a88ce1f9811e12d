const MOST = 10_000;

/** State by key. When there is too much, what was used longest ago is forgotten. */
export class RecentlyUsed<State> {
  private readonly states = new Map<string, State>();

  get(key: string, initial: () => State): State {
    const state = this.states.get(key) ?? initial();
    this.states.delete(key);
    this.states.set(key, state);
    const [oldest] = this.states.keys();
    if (this.states.size > MOST && oldest !== undefined) this.states.delete(oldest);
    return state;
  }
}
