import { DateInput } from '../../../components/controls/date-input.js';
import { SelectField } from '../../../components/controls/field.js';
import { type Expiry, type Terms } from './terms.js';
import { TEXTS } from './texts.js';

interface ExpiryFieldProps {
  value: Terms;
  onChange: (terms: Terms) => void;
  error: string | undefined;
  /** What is chosen to leave it as it is. */
  unchanged?: string;
}

export function ExpiryField({ value, onChange, error, unchanged }: ExpiryFieldProps) {
  const { never: _, ...ends } = TEXTS.expiries;
  return (
    <div className="grid gap-2">
      <SelectField<Expiry>
        label={TEXTS.expires}
        error={error}
        // A rotation can give a key another end, and not take it away.
        options={unchanged === undefined ? TEXTS.expiries : ends}
        value={value.expiry}
        onChoose={(expiry) => onChange({ ...value, expiry })}
      >
        {unchanged !== undefined && <option value="unchanged">{unchanged}</option>}
      </SelectField>
      {value.expiry === 'day' && (
        <DateInput
          label={TEXTS.expiryDay}
          value={value.day}
          onChange={(day) => onChange({ ...value, day })}
        />
      )}
    </div>
  );
}
