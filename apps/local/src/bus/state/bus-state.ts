import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Target {
  Id: string;
  /** `http://…` or `https://…`: a POST for each event. `file://…`: a line for each event, below `<data folder>/targets`. */
  Arn: string;
  HttpParameters?: {
    HeaderParameters?: Record<string, string>;
    QueryStringParameters?: Record<string, string>;
  };
  RetryPolicy?: { MaximumRetryAttempts?: number; MaximumEventAgeInSeconds?: number };
  DeadLetterConfig?: { Arn?: string };
}

export interface Rule {
  Name: string;
  EventBusName: string;
  EventPattern: string;
  State: 'ENABLED' | 'DISABLED';
  Description?: string;
  targets: Target[];
}

export interface BusState {
  buses: string[];
  rules: Rule[];
  cursors: Record<string, number>;
}

export interface KeptState extends BusState {
  save(): void;
  readonly lastError: Error | undefined;
}

export class BusStateError extends Error {
  override readonly name = 'BusStateError';
}

/** The folder of the bus's files, in the data folder. */
export const busFolder = (dataDir: string) => join(dataDir, 'bus');

/** @throws BusStateError if the file of an earlier start cannot be read */
export function openState(folder: string, buses: readonly string[]): KeptState {
  const file = join(folder, 'state.json');
  mkdirSync(folder, { recursive: true });
  const state = existsSync(file) ? read(file) : NEW_STATE();
  state.buses = [...new Set([...state.buses, ...buses])];
  let lastError: Error | undefined;
  const save = () => {
    try {
      writeFileSync(`${file}.new`, JSON.stringify(state, null, 2));
      renameSync(`${file}.new`, file);
      lastError = undefined;
    } catch (error) {
      lastError = error as Error;
      throw error;
    }
  };
  return Object.defineProperties(state, {
    save: { value: save },
    lastError: { get: () => lastError },
  }) as KeptState;
}

const NEW_STATE = (): BusState => ({ buses: [], rules: [], cursors: {} });

function isObject(state: BusState | null): state is BusState {
  return typeof state === 'object' && state !== null && !Array.isArray(state);
}

function read(file: string): BusState {
  try {
    const state = JSON.parse(readFileSync(file, 'utf8')) as BusState | null;
    if (!isObject(state)) throw new Error('it is not an object');
    for (const [name, empty] of Object.entries(NEW_STATE())) {
      const value: unknown = state[name as keyof BusState];
      if (typeof value !== 'object' || Array.isArray(value) !== Array.isArray(empty))
        throw new Error(`"${name}" is missing`);
    }
    return state;
  } catch (error) {
    throw new BusStateError(
      `The event bus's state ${file} cannot be read (${(error as Error).message}). Restore it, or move it away, in which case the bus ` +
        'forgets its rules, and events accepted but not yet delivered. ROLLBOOK_DATA_DIR names the ' +
        'data folder.',
    );
  }
}
