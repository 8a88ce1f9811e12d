import { parkTask, taskKey, type Directory, type MaintenanceTask } from '#libs/directory';

/** How often a task may fail, one time after the other, before it is given up. */
const MAX_FAILURES = 8;

/** A task that fails is retried with its records; one that keeps failing is given up, so that others can continue. */
export function taskFailures(directory: Directory, onNotice: (line: string) => void) {
  const failures = new Map<string, number>();
  return {
    forget: (task: MaintenanceTask) => void failures.delete(taskKey(task)),
    /** @returns true when it is given up */
    async note(task: MaintenanceTask, error: unknown): Promise<boolean> {
      const key = taskKey(task);
      const count = (failures.get(key) ?? 0) + 1;
      failures.set(key, count);
      if (count < MAX_FAILURES) {
        onNotice(`${key} failed and will be retried: ${String(error)}`);
        return false;
      }
      try {
        await parkTask(directory, task, String(error));
      } catch (parking) {
        // The table is unavailable: giving up would help nobody.
        onNotice(`${key} failed, and could not be parked either: ${String(parking)}`);
        return false;
      }
      failures.delete(key);
      onNotice(`DEAD LETTER: ${key} was given up after ${count} failures: ${String(error)}`);
      return true;
    },
  };
}
