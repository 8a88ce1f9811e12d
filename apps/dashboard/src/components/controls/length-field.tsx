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

const UNITS = Object.fromEntries(Object.keys(LENGTH_UNITS).map((unit) => [unit, unit])) as Record<
  LengthUnit,
  string
>;

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
            options={UNITS}
            value={value.unit}
            onChoose={(unit) => onChange({ ...value, unit })}
          />
        </span>
      )}
    </Field>
  );
}
