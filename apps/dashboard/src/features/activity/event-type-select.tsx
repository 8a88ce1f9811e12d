import { useQuery } from '@tanstack/react-query';
import { Select } from '../../components/controls/inputs.js';
import { eventTypesQuery } from './queries.js';
import { TEXTS } from './texts.js';

interface EventTypeSelectProps {
  value: string;
  onChange: (type: string) => void;
}

/** The types that the API knows, grouped by what they change. */
export function EventTypeSelect({ value, onChange }: EventTypeSelectProps) {
  const { data: known = [] } = useQuery(eventTypesQuery);
  // The type in the address is chosen before the others are known.
  const types = value === '' || known.includes(value) ? known : [...known, value];
  const groups = Map.groupBy(types, (type) => type.split('.')[0] ?? type);
  return (
    <Select aria-label={TEXTS.kind} value={value} onChoose={onChange}>
      <option value="">{TEXTS.anyKind}</option>
      {[...groups].map(([group, members]) => (
        <optgroup key={group} label={TEXTS.changed[group] ?? sentence(group)}>
          {members.map((type) => (
            <option key={type} value={type}>
              {TEXTS.changes[type] ?? sentence(type.slice(group.length + 1))}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}

/** `role_changed`: Role changed */
function sentence(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
