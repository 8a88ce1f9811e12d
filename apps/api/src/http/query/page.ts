import type { Page } from '#libs/directory';

export function pageOf<Item, Resource>(
  { items, cursor }: Page<Item>,
  represent: (item: Item) => Resource,
): { data: Resource[]; nextCursor: string | null } {
  return { data: items.map(represent), nextCursor: cursor ?? null };
}
