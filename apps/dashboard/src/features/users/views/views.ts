import type { UserFilter } from '../../../api/resources/users.js';
import { ROLES, STATUSES } from '../../../components/people/texts.js';

/** What the list of users shows, under a name. It is no more than the search parameters of the page's address. */
export interface View {
  name: string;
  filter: UserFilter;
}

/** The search parameters that make a view. */
const FIELDS = ['q', 'role', 'status', 'groupId', 'sort'] as const;
export const MAX_VIEWS = 20;
export const MAX_NAME_CHARACTERS = 60;
const MAX_VALUE_CHARACTERS = 200;

/** Those that everybody has. */
export const BUILT_IN: readonly View[] = [
  { name: 'Everybody', filter: {} },
  { name: 'Newest first', filter: { sort: '-createdAt' } },
  { name: STATUSES.invited, filter: { status: 'invited' } },
  { name: STATUSES.suspended, filter: { status: 'suspended' } },
  { name: STATUSES.removed, filter: { status: 'removed' } },
];

/** What is stored may be of an earlier version, or of somebody's own making: what is no view is left out. */
export function parseViews(stored: string | null): View[] {
  const found: View[] = [];
  for (const each of listIn(stored)) {
    const view = toView(each);
    if (view && found.length < MAX_VIEWS && !isTaken(view.name, found)) found.push(view);
  }
  return found;
}

function listIn(stored: string | null): unknown[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function toView(stored: unknown): View | undefined {
  const { name, filter } = (stored ?? {}) as { name?: unknown; filter?: unknown };
  if (typeof name !== 'string' || typeof filter !== 'object' || filter === null) return undefined;
  const named = name.trim().slice(0, MAX_NAME_CHARACTERS);
  return named ? { name: named, filter: filterOf(filter) } : undefined;
}

/** What belongs to a view of what an address says. */
export function filterOf(search: object): UserFilter {
  const values = search as Record<string, unknown>;
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = values[field];
      return typeof value === 'string' && value ? [[field, value.slice(0, MAX_VALUE_CHARACTERS)]] : [];
    }),
  );
}

export const isSameFilter = (one: UserFilter, other: UserFilter): boolean =>
  FIELDS.every((field) => (one[field] ?? '') === (other[field] ?? ''));

/** The view that is shown, of one's own or of those that everybody has. */
export const currentView = (own: readonly View[], filter: UserFilter): View | undefined =>
  [...BUILT_IN, ...own].find((view) => isSameFilter(view.filter, filter));

/** Whether one of these views or of those that everybody has is called so, in whatever case. */
export function isTaken(name: string, own: readonly View[]): boolean {
  const wanted = name.trim().toLowerCase();
  return [...BUILT_IN, ...own].some((view) => view.name.toLowerCase() === wanted);
}

/** "Suspended, Admin, prod". */
export function suggestedName({ q, role, status }: UserFilter, groupName: string | undefined): string {
  const texts: Record<string, string> = { ...ROLES, ...STATUSES };
  const parts = [status && (texts[status] ?? status), role && (texts[role] ?? role), groupName, q];
  return parts.filter(Boolean).join(', ').slice(0, MAX_NAME_CHARACTERS);
}
