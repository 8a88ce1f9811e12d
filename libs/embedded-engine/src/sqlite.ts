import type * as Sqlite from 'node:sqlite';

/** Node 22 warns at its first use that it is experimental, which people who start Rollbook can do nothing about. */
export function loadSqlite(): typeof Sqlite {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}
