import type { Directory } from '#libs/directory';
import type { TablePort } from '../ports/table.js';
import { within, type SimulatedProcess } from '../scheduler/process.js';
import { directoryOf } from './directory.js';

/** What an API process serves: commands and reads of `libs/directory`, without HTTP and Nest's container. */
export interface Api {
  readonly process: SimulatedProcess;
  /** In its process; never, once that is killed. */
  serve<T>(handle: (directory: Directory) => Promise<T>): Promise<T>;
}

export function api(process: SimulatedProcess, port: TablePort): Api {
  const directory = directoryOf(process, port);
  return {
    process,
    serve: (handle) => (process.isAlive ? within(process, () => handle(directory)) : new Promise(() => {})),
  };
}
