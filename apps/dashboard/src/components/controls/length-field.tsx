import { LENGTH_UNITS, type Length, type LengthUnit } from '../data/lengths.js';
import { Field } from './field.js';
import { Input, Select } from './inputs.js';

interface LengthFieldProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  value: Length;
  onChange: (value: Length) => void;
}

export function LengthField({ label, hint, error, value, onChange }: LengthFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="flex gap-2">
          <Input
            {...control}
            className="max-w-24"
            inputMode="decimal"
            autoComplete="off"
            value={value.count}
            onChange={({ target }) => onChange({ ...value, count: target.value })}
          />
          <Select
            aria-label={`${label}: unit`}
            value={value.unit}
            onChange={({ target }) => onChange({ ...value, unit: target.value as LengthUnit })}
          >
            {Object.keys(LENGTH_UNITS).map((unit) => (
              <option key={unit} value={unit}>
                {unit}
              </option>
            ))}
          </Select>
        </span>
      )}
    </Field>
  );
}
