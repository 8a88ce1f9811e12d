import { useCallback, type ReactNode } from 'react';
import { useDebouncedText } from '../../../api/lists.js';
import { classNames } from '../../../components/class-names.js';
import { SearchInput } from '../../../components/controls/inputs.js';
import type { UserFilter } from '../../../api/resources/users.js';
import { ROLES, STATUSES } from '../../../components/people/texts.js';
import { FacetSelect } from './facet-select.js';
import { FILTER_TEXTS } from './texts.js';

const { removed: _, ...PRESENT } = STATUSES;

interface UserFiltersProps {
  filter: UserFilter;
  facets?: Record<string, Record<string, number>> | undefined;
  /** Whether removed people can be asked for. */
  withRemoved?: boolean;
  /** Shares its line with the title of the page. */
  inToolbar?: boolean;
  /** An empty value clears its filter. */
  onChange: (changes: UserFilter) => void;
  children?: ReactNode;
}

/** Search, role and status, above the list of users or the matrix. */
export function UserFilters(props: UserFiltersProps) {
  const { filter, facets, withRemoved = false, inToolbar = false, onChange, children } = props;
  const [text, setText] = useDebouncedText(
    filter.q ?? '',
    useCallback((q: string) => onChange({ q }), [onChange]),
  );
  // Counts in their options would make them wider.
  const width = inToolbar ? 'xl:w-28 xl:shrink-0' : '';
  return (
    <div className={classNames('flex flex-wrap gap-2', inToolbar && 'xl:flex-nowrap')}>
      <SearchInput
        aria-label={FILTER_TEXTS.search}
        placeholder={FILTER_TEXTS.search}
        className={classNames('flex-1 sm:max-w-80', inToolbar ? 'min-w-56 xl:min-w-40' : 'min-w-56')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FacetSelect
        className={width}
        label={FILTER_TEXTS.role}
        any={FILTER_TEXTS.anyRole}
        options={ROLES}
        value={filter.role}
        counts={facets?.['role']}
        onChange={(role) => onChange({ role })}
      />
      <FacetSelect
        className={width}
        label={FILTER_TEXTS.status}
        any={FILTER_TEXTS.anyStatus}
        options={withRemoved ? STATUSES : PRESENT}
        value={filter.status}
        counts={facets?.['status']}
        onChange={(status) => onChange({ status })}
      />
      {children}
    </div>
  );
}
