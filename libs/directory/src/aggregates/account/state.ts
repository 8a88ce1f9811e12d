import type { AccountState } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { lastActor } from '../../core/states.js';
import type { accountCountsEntity, accountEntity } from '../../table/items/accounts.js';

export type AccountItem = Item<typeof accountEntity>;
export type AccountCountsItem = Item<typeof accountCountsEntity>;

export function accountState(item: AccountItem | undefined): AccountState {
  if (!item) return { status: 'none' };
  const { lastEvents, userCount: _users, serviceGroupCount: _groups, countedAt: _at, ...state } = item;
  return { ...state, ...lastActor(lastEvents) };
}
