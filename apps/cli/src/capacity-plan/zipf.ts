/** Sum of 1/k^s for k from 1 to n; for many, the rest as an integral. */
function harmonic(n: number, s: number): number {
  const exact = Math.min(n, 100_000);
  let sum = 0;
  for (let k = exact; k >= 1; k -= 1) sum += k ** -s;
  if (n === exact) return sum;
  return sum + (s === 1 ? Math.log(n / exact) : (n ** (1 - s) - exact ** (1 - s)) / (1 - s));
}

export function shareOfLargest(population: number, skew: number): number {
  return 1 / harmonic(population, skew);
}

/** Draws ranks from 0, the largest, by a cumulative table and a binary search. */
export function zipfSampler(population: number, skew: number, random: () => number): () => number {
  const cumulative = new Float64Array(population);
  let sum = 0;
  for (let rank = 0; rank < population; rank += 1) {
    sum += (rank + 1) ** -skew;
    cumulative[rank] = sum;
  }
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, population - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cumulative[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
