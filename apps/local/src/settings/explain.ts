/** Errors a person can fix are printed in one line; others with a stack trace. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `There is no space for the data folder (${code}): free some, or set ROLLBOOK_DATA_DIR to a folder on another disk.`;
  if (path !== undefined)
    return `${path} cannot be used (${code}): see what is there, or set ROLLBOOK_DATA_DIR to another folder.`;
  return error.name === 'Error' || error instanceof TypeError
    ? (error.stack ?? error.message)
    : error.message;
}
