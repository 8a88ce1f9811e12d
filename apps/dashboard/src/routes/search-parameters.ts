/** The named search parameters that are present, as text. */
export function optionalText<Name extends string>(
  search: Record<string, unknown>,
  ...names: Name[]
): { [N in Name]?: string } {
  const there = names.filter(
    (name) => ['string', 'number'].includes(typeof search[name]) && search[name] !== '',
  );
  return Object.fromEntries(there.map((name) => [name, String(search[name])])) as { [N in Name]?: string };
}
