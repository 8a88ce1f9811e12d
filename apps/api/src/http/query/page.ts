import type { Page } from '#libs/directory';

export function pageOf<Item, Resource>(
  { items, cursor }: Page<Item>,
  represent: (item: Item) => Resource,
): { data: Resource[]; nextCursor: string | null } {
  return { data: items.map(represent), nextCursor: cursor ?? null };
}

/** What was, is read with the present and the past: it is filtered afterwards. */
export function onlyEnding<Item extends { expiresAt?: string }>(
  page: Page<Item>,
  ending: boolean | undefined,
): Page<Item> {
  return ending ? { ...page, items: page.items.filter(({ expiresAt }) => expiresAt !== undefined) } : page;
}
