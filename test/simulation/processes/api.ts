import type { Directory } from '#libs/directory';
import type { TablePort } from '../ports/table.js';
import { within, type SimulatedProcess } from '../scheduler/process.js';
import { changesApi, type Answered } from './changes-api.js';
import { directoryOf } from './directory.js';

/** What an API process serves: commands and reads of `libs/directory`, without HTTP and Nest's container. */
export interface Api {
  readonly process: SimulatedProcess;
  /** In its process; never, once that is killed. */
  serve<T>(handle: (directory: Directory) => Promise<T>): Promise<T>;
  /** What guards and subscribers read. */
  answer(url: URL, signal: AbortSignal): Promise<Answered>;
}

export function api(process: SimulatedProcess, port: TablePort): Api {
  const directory = directoryOf(process, port);
  const changes = changesApi(directory);
  const inProcess = <T>(act: () => Promise<T>): Promise<T> =>
    process.isAlive ? within(process, act) : new Promise(() => {});
  return {
    process,
    serve: (handle) => inProcess(() => handle(directory)),
    answer: (url, signal) => inProcess(() => changes(url, signal)),
  };
}
