import type { LucideIcon } from 'lucide-react';
import type { Permission } from '../../api/resources/session.js';

export interface PageFacts<Path extends string = string> {
  /** Below the address of the account; `/` is its start page. */
  path: Path;
  title: string;
  icon: LucideIcon;
  /** Where the sidebar lists it; absent if it does not. */
  section?: 'start' | 'people' | 'developers' | 'data';
  /** Typed after `g`, it opens the page. */
  key?: string;
  /** It can be shown as it was at a moment. */
  past?: true;
  /** The permission without which nobody gets the page. */
  permission: Permission;
}

type AddressOf<Path extends string> = Path extends '/' ? '/a/$account' : `/a/$account/${Path}`;

/** What routes, sidebar, palette and the help for shortcuts say about a page of an account. */
export function accountPage<const Path extends string>(
  path: Path,
  title: string,
  icon: LucideIcon,
  permission: Permission,
  facts: Pick<PageFacts, 'section' | 'key' | 'past'> = {},
): PageFacts<Path> & { to: AddressOf<Path> } {
  const to = path === '/' ? '/a/$account' : `/a/$account/${path}`;
  return { path, title, icon, permission, ...facts, to: to as AddressOf<Path> };
}
