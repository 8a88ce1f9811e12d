import { withoutEmpty } from '../../../api/lists.js';
import { SearchField, Select } from '../../../components/controls/inputs.js';
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
  shown: { show = '', sort = '', q = '', paths = '' },
  options,
  search,
  onChange,
}: ShownBarProps) {
  const changed = (next: Shown) => onChange(withoutEmpty({ show, sort, q, paths, ...next }));
  return (
    <div className="flex flex-wrap gap-2">
      {search && (
        <SearchField
          label={search}
          className="min-w-56 flex-1 sm:max-w-80"
          q={q}
          onSearch={(found) => changed({ q: found })}
        />
      )}
      <Select<string>
        aria-label={TEXTS.show}
        options={options}
        value={show}
        onChoose={(value) => changed({ show: value })}
      />
      <Select<string>
        aria-label={TEXTS.sort}
        options={TEXTS.orders}
        value={sort}
        onChoose={(value) => changed({ sort: value })}
      />
    </div>
  );
}
