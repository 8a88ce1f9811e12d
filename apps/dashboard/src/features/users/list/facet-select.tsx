import { Select } from '../../../components/controls/inputs.js';
import { formatNumber } from '../../../components/data/numbers.js';

interface FacetSelectProps {
  className?: string;
  label: string;
  any: string;
  options: Readonly<Record<string, string>>;
  value: string | undefined;
  counts: Record<string, number> | undefined;
  onChange: (value: string | undefined) => void;
}

/** A filter whose options show how many users each has. */
export function FacetSelect({ className, label, any, options, value, counts, onChange }: FacetSelectProps) {
  return (
    <Select
      {...(className && { className })}
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{any}</option>
      {Object.entries(options).map(([name, text]) => (
        <option key={name} value={name}>
          {counts?.[name] === undefined ? text : `${text} (${formatNumber(counts[name])})`}
        </option>
      ))}
    </Select>
  );
}
