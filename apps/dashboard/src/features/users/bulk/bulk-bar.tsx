import { useAccessRoles } from '../../../api/resources/access-roles.js';
import { Button } from '../../../components/controls/button.js';
import { SelectedBar } from '../../../components/layout/bottom-bar.js';
import { Menu, MenuItem, MenuSeparator } from '../../../components/overlays/menu.js';
import { ChevronDown } from 'lucide-react';
import { BULK_TEXTS as TEXTS } from './texts.js';

export type BulkActionName = keyof typeof TEXTS.actions;

interface BulkBarProps {
  accountId: string;
  count: number;
  total: number;
  isAll: boolean;
  /** False if there are owners among them, and the reader is none: only their access may be changed. */
  mayChangeAll: boolean;
  onAll: () => void;
  onClear: () => void;
  onAct: (action: BulkActionName) => void;
}

const FIRST = ['add_to_groups', 'remove_from_groups'] as const;
const MORE = ['change_role', 'suspend', 'reactivate', 'resend_invitation'] as const;

/** How many users are selected, and the actions for all of them. */
export function BulkBar({
  accountId,
  count,
  total,
  isAll,
  mayChangeAll,
  onAll,
  onClear,
  onAct,
}: BulkBarProps) {
  const hasRoles = (useAccessRoles(accountId) ?? []).length > 0;
  return (
    <SelectedBar
      label={TEXTS.label}
      text={TEXTS.selected(count, isAll)}
      actions={
        <>
          {FIRST.map((action) => (
            <Button key={action} small onClick={() => onAct(action)}>
              {TEXTS.actions[action]}
            </Button>
          ))}
          {hasRoles && (
            <Button small onClick={() => onAct('change_access_role')}>
              {TEXTS.actions.change_access_role}
            </Button>
          )}
          <Menu
            trigger={
              <Button small blocked={!mayChangeAll && TEXTS.ownersSelected}>
                {TEXTS.more} <ChevronDown aria-hidden className="size-3.5 text-muted" />
              </Button>
            }
          >
            {MORE.map((action) => (
              <MenuItem key={action} onSelect={() => onAct(action)}>
                {TEXTS.actions[action]}
              </MenuItem>
            ))}
            <MenuSeparator />
            <MenuItem danger onSelect={() => onAct('remove')}>
              {TEXTS.actions.remove}
            </MenuItem>
          </Menu>
          <Button small kind="quiet" onClick={onClear}>
            {TEXTS.clear}
          </Button>
        </>
      }
    >
      {!isAll && total > count && (
        <button
          type="button"
          onClick={onAll}
          className="min-h-6 font-normal text-accent hover:underline max-sm:block sm:ml-2"
        >
          {TEXTS.all(total)}
        </button>
      )}
    </SelectedBar>
  );
}
