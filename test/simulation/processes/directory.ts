import { openDirectory, type Directory, type MasterKey } from '#libs/directory';
import type { TablePort } from '../ports/table.js';
import type { SimulatedProcess } from '../scheduler/process.js';

export const TABLE = 'rollbook';
const CURSOR_SECRET = 'the cursor secret of the simulation, 32 characters or more';

/** The port of a master key: it wraps by turning bytes over, at once. How keys are wrapped is not simulated. */
export function masterKey({ bytes }: Pick<SimulatedProcess, 'bytes'>): MasterKey {
  const turned = (key: Uint8Array) => Buffer.from(key).map((byte) => byte ^ 0xff);
  return {
    generateKey() {
      const plain = bytes(32);
      return Promise.resolve({ plain, wrapped: turned(plain) });
    },
    unwrapKey: (wrapped) => Promise.resolve(turned(wrapped)),
  };
}

/** A directory as a process of its own opens it. */
export function directoryOf(process: SimulatedProcess, { dynamodb, through }: TablePort): Directory {
  const { now, elapsed, sleep, every, random, id, bytes } = process;
  return openDirectory({
    client: dynamodb,
    through,
    tableName: TABLE,
    cursorSecret: CURSOR_SECRET,
    masterKey: masterKey(process),
    ...{ now, elapsed, sleep, every, random, id, bytes },
  });
}
