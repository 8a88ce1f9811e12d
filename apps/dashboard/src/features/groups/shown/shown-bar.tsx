import { Select } from '../../../components/controls/inputs.js';
import type { Shown } from './shown.js';

const TEXTS = {
  show: 'Show',
  sort: 'Order',
  orders: { '': 'Oldest first', ends: 'Ends soonest', '-ends': 'Ends latest' },
};

interface ShownBarProps {
  shown: Shown;
  /** What is shown without a filter, of what ends, and of who or what is managed. */
  options: { '': string; ending: string; managers: string };
  onChange: (shown: Shown) => void;
}

/** Filter and order, above a list of memberships. */
export function ShownBar({ shown: { show = '', sort = '' }, options, onChange }: ShownBarProps) {
  const changed = (next: Shown) =>
    onChange(Object.fromEntries(Object.entries({ show, sort, ...next }).filter(([, value]) => value)));
  return (
    <div className="flex flex-wrap gap-2">
      <Choice
        label={TEXTS.show}
        options={options}
        value={show}
        onChange={(value) => changed({ show: value })}
      />
      <Choice
        label={TEXTS.sort}
        options={TEXTS.orders}
        value={sort}
        onChange={(value) => changed({ sort: value })}
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  options: Readonly<Record<string, string>>;
  value: string;
  onChange: (value: string) => void;
}

function Choice({ label, options, value, onChange }: ChoiceProps) {
  return (
    <Select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {Object.entries(options).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </Select>
  );
}
