import type { Hooks } from '../connection/connection.js';
import type { WriteOperation, WrittenOperation } from './operations.js';

/** Calls the connection's hook for each write, one after the other. A check writes nothing. */
export async function announce(
  { beforeWrite }: Hooks,
  writes: readonly ({ key: WrittenOperation['key']; item?: WrittenOperation['item'] | undefined } & Pick<
    WriteOperation,
    'kind' | 'model'
  >)[],
): Promise<void> {
  if (!beforeWrite) return;
  for (const { kind, model, key, item } of writes) {
    if (kind !== 'check' && kind !== 'get') await beforeWrite({ kind, entity: model.name, key, item });
  }
}
