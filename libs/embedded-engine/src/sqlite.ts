import type * as Sqlite from 'node:sqlite';

/**
 * Node's own SQLite. Node 22 says at its first use that it is experimental: nobody who starts Rollbook can do anything
 * about that.
 */
export function loadSqlite(): typeof Sqlite {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}
