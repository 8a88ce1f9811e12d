import { Checkbox } from '../../../components/controls/inputs.js';
import { TEXTS } from './texts.js';

interface AlreadyInProps {
  /** When their access ends. */
  ends: readonly (string | null | undefined)[];
  same: boolean;
  onSame: (same: boolean) => void;
}

/** How many are in already, among those who are given access, and whether they get the same end. */
export function AlreadyIn({ ends, same, onSame }: AlreadyInProps) {
  return (
    <div className="grid gap-1.5 text-sm">
      <p>{TEXTS.already(ends.length, ends.filter((end) => !end).length)}</p>
      <label className="flex w-fit items-center gap-2">
        <Checkbox checked={same} onChange={() => onSame(!same)} />
        {TEXTS.sameEnd}
      </label>
    </div>
  );
}
