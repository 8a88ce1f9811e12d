import { useCallback, type ReactNode } from 'react';
import { useDebouncedText } from '../../../api/lists.js';
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
  /** An empty value clears its filter. */
  onChange: (changes: UserFilter) => void;
  children?: ReactNode;
}

/** Search, role and status, above the list of users or the matrix. */
export function UserFilters({ filter, facets, withRemoved = false, onChange, children }: UserFiltersProps) {
  const [text, setText] = useDebouncedText(
    filter.q ?? '',
    useCallback((q: string) => onChange({ q }), [onChange]),
  );
  return (
    <div className="flex flex-wrap gap-2">
      <SearchInput
        aria-label={FILTER_TEXTS.search}
        placeholder={FILTER_TEXTS.search}
        className="min-w-56 flex-1 sm:max-w-80"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FacetSelect
        label={FILTER_TEXTS.role}
        any={FILTER_TEXTS.anyRole}
        options={ROLES}
        value={filter.role}
        counts={facets?.['role']}
        onChange={(role) => onChange({ role })}
      />
      <FacetSelect
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
