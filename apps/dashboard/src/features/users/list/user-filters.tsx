import { type ReactNode } from 'react';
import { classNames } from '../../../components/class-names.js';
import { SearchField, Select } from '../../../components/controls/inputs.js';
import type { UserFilter } from '../../../api/resources/users.js';
import { ROLES, STATUSES } from '../../../components/people/texts.js';
import { FILTER_TEXTS } from './texts.js';
import { formatNumber } from '../../../components/data/numbers.js';

const { removed: _, ...PRESENT } = STATUSES;

interface UserFiltersProps {
  filter: UserFilter;
  facets?: Record<string, Record<string, number>> | undefined;
  /** Whether removed people can be listed. */
  withRemoved?: boolean;
  /** Shares its line with the title of the page. */
  inToolbar?: boolean;
  /** An empty value clears its filter. */
  onChange: (changes: UserFilter) => void;
  children?: ReactNode;
}

/** Options that show how many users each has. */
const withCounts = (options: Readonly<Record<string, string>>, counts: Record<string, number> = {}) =>
  Object.fromEntries(
    Object.entries(options).map(([name, text]) => [
      name,
      counts[name] === undefined ? text : `${text} (${formatNumber(counts[name])})`,
    ]),
  );

/** Search, role and status, above the list of users or the matrix. */
export function UserFilters(props: UserFiltersProps) {
  const { filter, facets, withRemoved = false, inToolbar = false, onChange, children } = props;

  // Counts in their options would make them wider.
  const width = inToolbar ? 'xl:w-28 xl:shrink-0' : '';
  return (
    <div className={classNames('flex flex-wrap gap-2', inToolbar && 'xl:flex-nowrap')}>
      <SearchField
        label={FILTER_TEXTS.search}
        className={classNames('flex-1 sm:max-w-80', inToolbar ? 'min-w-56 xl:min-w-40' : 'min-w-56')}
        q={filter.q}
        onSearch={(q) => onChange({ q })}
      />
      <Select
        className={width}
        aria-label={FILTER_TEXTS.role}
        options={withCounts(ROLES, facets?.['role'])}
        value={filter.role ?? ''}
        onChoose={(role) => onChange({ role })}
      >
        <option value="">{FILTER_TEXTS.anyRole}</option>
      </Select>
      <Select
        className={width}
        aria-label={FILTER_TEXTS.status}
        options={withCounts(withRemoved ? STATUSES : PRESENT, facets?.['status'])}
        value={filter.status ?? ''}
        onChoose={(status) => onChange({ status })}
      >
        <option value="">{FILTER_TEXTS.anyStatus}</option>
      </Select>
      {children}
    </div>
  );
}
