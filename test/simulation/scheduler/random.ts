/** Numbers from 0 to below 1, the same for the same seed (xoshiro128**, seeded by splitmix32). Source: https://prng.di.unimi.it/ */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(seed: number) {
    const next = splitmix(seed);
    [this.#a, this.#b, this.#c, this.#d] = [next(), next(), next(), next()];
  }

  /** 32 bits. */
  bits(): number {
    const result = Math.imul(rotate(Math.imul(this.#b, 5), 7), 9) >>> 0;
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = rotate(this.#d, 11);
    return result;
  }

  fraction = (): number => this.bits() / 2 ** 32;

  /** From 0 to below a limit. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  /** From the least to the most, both included; whole numbers. */
  within([least, most]: readonly [number, number]): number {
    return least + this.below(most - least + 1);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  bytes(count: number): Buffer {
    const drawn = Buffer.alloc(count);
    for (let at = 0; at < count; at += 1) drawn[at] = this.bits() >>> 24;
    return drawn;
  }
}

/** Independent streams from one seed: what one draws changes no other. */
export class RandomStreams {
  readonly #streams = new Map<string, Random>();

  constructor(readonly seed: number) {}

  of(purpose: string): Random {
    let stream = this.#streams.get(purpose);
    if (!stream) this.#streams.set(purpose, (stream = new Random(hashOf(`${this.seed} ${purpose}`))));
    return stream;
  }
}

/** FNV-1a. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

function splitmix(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
}
