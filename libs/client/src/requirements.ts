/**
 * The feed has something that its readers must understand, or else what they derive from it is wrong. Nothing of the page was taken, and no
 * repetition helps: it takes a newer version of the reader.
 */
export class NotUnderstoodError extends Error {
  override readonly name = 'NotUnderstoodError';

  /** @param features what is not understood, as the API names it */
  constructor(readonly features: readonly string[]) {
    super(
      `The feed cannot be read by this version: it requires ${features.join(', ')}, which this version does not know. Install a newer one`,
    );
  }
}

/** What a page of a feed or of a snapshot says of this. */
export interface Requiring {
  requires?: readonly string[] | undefined;
}

/** The header by which a reader says this, so that the API can show it of a key: readers of versions before send none. */
export function understanding(features: readonly string[] = []): Record<string, string> {
  return { 'rollbook-understands': features.join(', ') };
}

/** @throws NotUnderstoodError */
export function requireUnderstood({ requires = [] }: Requiring, understands: readonly string[] = []): void {
  const unknown = requires.filter((feature) => !understands.includes(feature));
  if (unknown.length > 0) throw new NotUnderstoodError(unknown);
}
