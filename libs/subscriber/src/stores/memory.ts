import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { NO_PLACE, type Place, type Session, type Store } from './store.js';

export interface MemoryOptions<State> {
  /** Made of nothing, or of what `toJSON` gave. */
  create(stored?: unknown): State;
  /** Where to keep it for the next start. Without it, each start begins with nothing. */
  file?: string | undefined;
  /** What is kept of it; all by default. */
  toJSON?: (state: State) => unknown;
  /** Of what `toJSON` gives. What is kept with another version, or none, is not read: everything is derived again. */
  version?: number | undefined;
  /** How long after a change the file is written. Milliseconds; 1,000 by default. */
  saveAfterMs?: number | undefined;
}

const FORMAT = 1;

interface Kept {
  format: typeof FORMAT;
  version?: number;
  place: Place;
  sequences: [string, number][];
  state: unknown;
}

const SAVE_AFTER_MS = 1_000;

/**
 * In the memory of the process. What was not yet in the file when the process ended is read from the feed again: the file has state and
 * place of one moment. A function that throws must have changed nothing, or must be one that can be repeated.
 */
export class MemoryStore<State> implements Store<State> {
  readonly eventsPerTransaction = 1;
  state: State;
  private place: Place = NO_PLACE;
  private sequences = new Map<string, number>();
  private saving: NodeJS.Timeout | undefined;

  constructor(private readonly options: MemoryOptions<State>) {
    const kept = this.read();
    this.state = options.create(kept?.state);
    if (!kept) return;
    this.place = kept.place;
    this.sequences = new Map(kept.sequences);
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  async transact<T>(work: (session: Session<State>) => Promise<T>): Promise<T> {
    let changes: Parameters<Session<State>['save']>[0] = {};
    const result = await work({
      tx: this.state,
      place: this.place,
      sequencesOf: () => Promise.resolve(this.sequences),
      save: (given) => Promise.resolve(void (changes = given)),
    });
    if (changes.place && changes.place.epoch !== this.place.epoch) this.sequences.clear();
    this.place = changes.place ?? this.place;
    for (const [subject, sequence] of changes.sequences ?? []) this.sequences.set(subject, sequence);
    this.saveSoon();
    return result;
  }

  /** Begins with nothing: what `reset` of a subscription of this store is to do. */
  clear(): void {
    this.state = this.options.create();
  }

  /** Writes the file, if there is one. Call it when the subscription is closed. */
  save(): void {
    clearTimeout(this.saving);
    this.saving = undefined;
    const { file, version, toJSON = (state: State): unknown => state } = this.options;
    if (file === undefined) return;
    const kept: Kept = {
      format: FORMAT,
      ...(version !== undefined && { version }),
      place: this.place,
      sequences: [...this.sequences],
      state: toJSON(this.state),
    };
    mkdirSync(dirname(file), { recursive: true });
    // Readable for its owner alone, and replaced in one step.
    writeFileSync(`${file}.next`, JSON.stringify(kept), { mode: 0o600 });
    renameSync(`${file}.next`, file);
  }

  private saveSoon(): void {
    if (this.options.file === undefined) return;
    this.saving ??= setTimeout(() => this.save(), this.options.saveAfterMs ?? SAVE_AFTER_MS).unref();
  }

  private read(): Kept | undefined {
    if (this.options.file === undefined) return undefined;
    try {
      const kept = JSON.parse(readFileSync(this.options.file, 'utf8')) as Kept;
      // Of another version or program: it is made again.
      return kept.format === FORMAT && kept.version === this.options.version ? kept : undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError)
        return undefined;
      throw error;
    }
  }
}
