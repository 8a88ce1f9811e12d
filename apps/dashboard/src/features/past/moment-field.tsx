import { DateInput } from '../../components/controls/date-input.js';
import { TEXTS } from './texts.js';

interface MomentFieldProps {
  /** A day of the address; absent for now. */
  at: string | undefined;
  onChange: (at: string) => void;
}

/** At the end of which day. Empty for now. */
export function MomentField({ at = '', onChange }: MomentFieldProps) {
  return (
    <div className="flex">
      <DateInput label={TEXTS.asOf} value={at} onChange={onChange} />
    </div>
  );
}
