/** What stands where a personal text was. */
export const ERASED_TEXT = '[erased]';
/** Shaped like an email, so that whoever parses one goes on; `.invalid` never resolves (RFC 2606). */
export const ERASED_EMAIL = 'erased@rollbook.invalid';
