import { createTestAccount, type AccountOptions, type TestAccount } from './account.js';
import { clockOf, type Clock } from './clock.js';
import { startFaultyFront, type Faults } from './faults.js';
import { startProgram } from './program.js';

export interface StartOptions {
  /** A file of people that are there from the beginning: what `rollbook dev --seed` takes. */
  seed?: string;
}

/** All of Rollbook, in memory, with a clock that moves when the test says so. */
export interface TestRollbook {
  /** The API, by the way that has the faults which this test plans. */
  readonly baseUrl: string;
  /** Of the operators, for what concerns more than one account. It does not expire while the clock is moved. */
  readonly operatorToken: string;
  readonly clock: Clock;
  readonly faults: Faults;
  /** A new account, for one test. */
  createAccount(name?: string, options?: AccountOptions): Promise<TestAccount>;
  /** Ends it, if it was started here, and what was created by it. */
  stop(): Promise<void>;
}

/** What a runner's workers inherit from the process that has started Rollbook. */
const SHARED = 'ROLLBOOK_TESTING';

interface Shared {
  apiUrl: string;
  operatorToken: string;
  clockFile: string;
}

/**
 * Starts Rollbook, by the package `rollbook` that is installed. Where one was started by a parent of this process, as by a runner's
 * global setup, it joins that one: each process has its own faults, and all have the same clock.
 * @throws Error with the program's output if it does not start
 */
export async function startRollbook({ seed }: StartOptions = {}): Promise<TestRollbook> {
  const inherited = process.env[SHARED];
  const { shared, end } = inherited
    ? { shared: JSON.parse(inherited) as Shared, end: () => Promise.resolve() }
    : await startShared(seed);
  const { apiUrl, operatorToken, clockFile } = shared;
  const clock = clockOf(clockFile);
  const front = await startFaultyFront(apiUrl);
  const stops: (() => Promise<void>)[] = [];
  const host = {
    ...{ apiUrl, frontUrl: front.url, operatorToken },
    onStop: (stop: () => Promise<void>) => void stops.push(stop),
  };
  let accounts = 0;
  return {
    ...{ baseUrl: front.url, operatorToken, clock, faults: front.faults },
    createAccount(name, options = {}) {
      accounts += 1;
      return createTestAccount(host, name ?? `Test ${accounts}`, options);
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      await front.close();
      clock.close();
      await end();
    },
  };
}

async function startShared(seed: string | undefined): Promise<{ shared: Shared; end: () => Promise<void> }> {
  const { apiUrl, operatorToken, clockFile, stop } = await startProgram(seed);
  const shared = { apiUrl, operatorToken, clockFile };
  process.env[SHARED] = JSON.stringify(shared);
  const end = async () => {
    delete process.env[SHARED];
    await stop();
  };
  return { shared, end };
}
