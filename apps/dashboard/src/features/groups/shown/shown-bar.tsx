import { useDebouncedText } from '../../../api/lists.js';
import { SearchInput, Select } from '../../../components/controls/inputs.js';
import type { Shown } from './shown.js';

const TEXTS = {
  show: 'Show',
  sort: 'Order',
  orders: {
    '': 'Oldest first',
    name: 'Name',
    '-since': 'Access since, newest first',
    ends: 'Ends soonest',
    '-ends': 'Ends latest',
  },
};

interface ShownBarProps {
  shown: Shown;
  /** What is shown without a filter, of what ends, and of who or what is managed. */
  options: { '': string; ending: string; managers: string };
  /** Names the search, where there is one. */
  search?: string;
  onChange: (shown: Shown) => void;
}

/** Filter and order, above a list of memberships. */
export function ShownBar({
  shown: { show = '', sort = '', q = '' },
  options,
  search,
  onChange,
}: ShownBarProps) {
  const changed = (next: Shown) =>
    onChange(Object.fromEntries(Object.entries({ show, sort, q, ...next }).filter(([, value]) => value)));
  const [text, setText] = useDebouncedText(q, (found) => changed({ q: found }));
  return (
    <div className="flex flex-wrap gap-2">
      {search && (
        <SearchInput
          aria-label={search}
          placeholder={search}
          className="min-w-56 flex-1 sm:max-w-80"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
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
