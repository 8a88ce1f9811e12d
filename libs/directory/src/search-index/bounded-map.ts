/** Forgets what was added first when there is more than it may hold. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  constructor(private readonly most: number) {
    super();
  }

  override set(key: Key, value: Value): this {
    super.set(key, value);
    if (this.size > this.most) this.delete(this.keys().next().value as Key);
    return this;
  }
}
