import { useCallback } from 'react';
import { useDebouncedText } from '../../api/lists.js';
import { SearchInput } from '../../components/controls/inputs.js';
import type { ServiceGroup } from '../groups/queries.js';
import { FacetSelect } from '../users/list/facet-select.js';
import { ROLES, STATUSES, TEXTS as USER_TEXTS } from '../users/texts.js';
import { ColumnPicker } from './matrix/column-picker.js';
import type { MatrixFilter } from './queries.js';
import { TEXTS } from './texts.js';

interface AccessFiltersProps {
  filter: MatrixFilter;
  all: readonly ServiceGroup[];
  shown: readonly string[];
  onChange: (changes: MatrixFilter & { groups?: string }) => void;
}

export function AccessFilters({ filter, all, shown, onChange }: AccessFiltersProps) {
  const [text, setText] = useDebouncedText(
    filter.q ?? '',
    useCallback((q: string) => onChange({ q }), [onChange]),
  );
  return (
    <div className="flex flex-wrap gap-2">
      <SearchInput
        aria-label={TEXTS.search}
        placeholder={TEXTS.search}
        className="min-w-56 flex-1 sm:max-w-80"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FacetSelect
        label={USER_TEXTS.role}
        any={USER_TEXTS.anyRole}
        options={ROLES}
        value={filter.role}
        counts={undefined}
        onChange={(role) => onChange({ role: role ?? '' })}
      />
      <FacetSelect
        label={USER_TEXTS.status}
        any={USER_TEXTS.anyStatus}
        options={STATUSES}
        value={filter.status}
        counts={undefined}
        onChange={(status) => onChange({ status: status ?? '' })}
      />
      {all.length > 0 && (
        <ColumnPicker groups={all} shown={shown} onChange={(ids) => onChange({ groups: ids.join(',') })} />
      )}
    </div>
  );
}
