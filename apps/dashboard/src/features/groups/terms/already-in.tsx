import { CheckField } from '../../../components/controls/field.js';
import { TEXTS } from './texts.js';

interface AlreadyInProps {
  /** When their access ends. */
  ends: readonly (string | null | undefined)[];
  same: boolean;
  /** They would get the same access role, too. */
  hasRole?: boolean;
  onSame: (same: boolean) => void;
}

/** How many are in already, among those who are given access, and whether they get the same end. */
export function AlreadyIn({ ends, same, hasRole, onSame }: AlreadyInProps) {
  return (
    <div className="grid gap-1.5 text-sm">
      <p>{TEXTS.already(ends.length, ends.filter((end) => !end).length)}</p>
      <CheckField
        className="w-fit"
        label={hasRole ? TEXTS.sameEndAndRole : TEXTS.sameEnd}
        checked={same}
        onCheck={onSame}
      />
    </div>
  );
}
