import { DateInput } from '../../../components/controls/date-input.js';
import { Field } from '../../../components/controls/field.js';
import { Select } from '../../../components/controls/inputs.js';
import { EXPIRIES, type Expiry, type Terms } from './terms.js';
import { TEXTS } from './texts.js';

interface ExpiryFieldProps {
  value: Terms;
  onChange: (terms: Terms) => void;
  error: string | undefined;
  /** What is chosen to leave it as it is. */
  unchanged?: string;
}

export function ExpiryField({ value, onChange, error, unchanged }: ExpiryFieldProps) {
  // A rotation can give a key another end, and not take it away.
  const choices = unchanged === undefined ? EXPIRIES : EXPIRIES.filter((each) => each !== 'never');
  return (
    <div className="grid gap-2">
      <Field label={TEXTS.expires} error={error}>
        {(control) => (
          <Select
            {...control}
            value={value.expiry}
            onChange={({ target }) => onChange({ ...value, expiry: target.value as Expiry })}
          >
            {unchanged !== undefined && <option value="unchanged">{unchanged}</option>}
            {choices.map((each) => (
              <option key={each} value={each}>
                {TEXTS.expiries[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
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
