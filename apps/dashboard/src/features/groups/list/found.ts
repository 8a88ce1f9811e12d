/** The service groups or teams whose name contains the text, sorted by a field; with a minus, in reverse order. */
export function found<Named extends { name: string; createdAt: string }>(
  groups: readonly Named[],
  { q = '', sort = 'name' }: { q?: string; sort?: string },
): Named[] {
  const wanted = q.trim().toLowerCase();
  const field = sort.replace('-', '') === 'createdAt' ? 'createdAt' : 'name';
  const sign = sort.startsWith('-') ? -1 : 1;
  return groups
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((one, other) => sign * one[field].localeCompare(other[field]));
}
