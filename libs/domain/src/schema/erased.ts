/** The placeholder of a personal text. */
export const ERASED_TEXT = '[erased]';
/** In the form of an email, so that parsing it succeeds; `.invalid` never resolves (RFC 2606). */
export const ERASED_EMAIL = 'erased@rollbook.invalid';
