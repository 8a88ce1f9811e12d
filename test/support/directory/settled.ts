import * as directory from '#libs/directory';
import { indexesSettled } from '../engines/engine.js';

// What is documented as eventually consistent, and what is built on it, read once the indexes show everything written before:
// at once on an engine whose indexes are never late. A spec about lateness itself takes these from the library.

export const listAccounts = settled(directory.listAccounts);
export const listAuditLog = settled(directory.listAuditLog);
export const listMembers = settled(directory.listMembers);
export const listMembersAsOf = settled(directory.listMembersAsOf);
export const rebuildAccount = settled(directory.rebuildAccount);
export const repairAccount = settled(directory.repairAccount);
export const verifyAccount = settled(directory.verifyAccount);

export const eachAccountId = eachSettled(directory.eachAccountId);
export const eachEventOfAccount = eachSettled(directory.eachEventOfAccount);
export const exportAccount = eachSettled(directory.exportAccount);

function settled<Given extends unknown[], Found>(
  read: (...given: Given) => Promise<Found>,
): (...given: Given) => Promise<Found> {
  return async (...given) => {
    await indexesSettled();
    return read(...given);
  };
}

function eachSettled<Given extends unknown[], Found>(
  read: (...given: Given) => AsyncIterable<Found>,
): (...given: Given) => AsyncGenerator<Found> {
  return async function* (...given) {
    await indexesSettled();
    yield* read(...given);
  };
}
