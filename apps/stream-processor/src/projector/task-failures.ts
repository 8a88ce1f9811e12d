import {
  listParkedTasks,
  parkTask,
  retryAt,
  retryTask,
  taskKey,
  type Directory,
  type MaintenanceTask,
  type ParkedTask,
} from '#libs/directory';
import { inParallel } from '#libs/pacing';

/** How often a task may fail, one time after the other, before it is parked. */
const MAX_FAILURES = 8;

/** A task that fails is retried with its records; one that keeps failing is parked, so that others can continue. */
export function taskFailures(directory: Directory, onNotice: (line: string) => void) {
  const failures = new Map<string, number>();
  return {
    forget: (task: MaintenanceTask) => void failures.delete(taskKey(task)),
    /** @returns true when it is parked */
    async note(task: MaintenanceTask, error: unknown): Promise<boolean> {
      const key = taskKey(task);
      const count = (failures.get(key) ?? 0) + 1;
      failures.set(key, count);
      if (count < MAX_FAILURES) {
        onNotice(`${key} failed and will be retried: ${String(error)}`);
        return false;
      }
      let parked: ParkedTask;
      try {
        parked = await parkTask(directory, task, String(error));
      } catch (parking) {
        // The table is unavailable: giving up would help nobody.
        onNotice(`${key} failed, and could not be parked either: ${String(parking)}`);
        return false;
      }
      failures.delete(key);
      sayOf(parked, onNotice);
      return true;
    },
  };
}

function sayOf(parked: ParkedTask, onNotice: (line: string) => void): void {
  const { task, reason } = parked;
  if (retryAt(parked) === undefined) onNotice(`DEAD LETTER: ${task} was given up after an hour: ${reason}`);
  else onNotice(`${task} keeps failing, and will be retried for an hour: ${reason}`);
}

const AT_ONCE = 4;
/** The rest of a sweep waits for them. */
const MAX_TRIED = 100;

/** Tries parked tasks again whose time has come. @returns those that stay parked */
export async function retryParked(
  directory: Directory,
  onNotice: (line: string) => void,
): Promise<ParkedTask[]> {
  const parked = await listParkedTasks(directory);
  const isDue = (each: ParkedTask) => (retryAt(each) ?? Infinity) <= directory.now();
  const due = parked.filter(isDue).slice(0, MAX_TRIED);
  const done = new Set<ParkedTask>();
  await inParallel(due, AT_ONCE, async (each) => {
    const left = await retryTask(directory, each);
    if (left === undefined) done.add(each);
    else if (retryAt(left) === undefined) sayOf(left, onNotice);
  });
  return parked.filter((each) => !done.has(each));
}
