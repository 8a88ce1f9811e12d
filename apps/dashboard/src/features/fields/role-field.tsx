import type { Role } from '../../api/resources/users.js';
import { Field } from '../../components/controls/field.js';
import { Select } from '../../components/controls/inputs.js';
import { ROLES } from '../../components/people/texts.js';
import { useMay } from '../../session/session.js';
import { TEXTS } from './texts.js';

interface RoleFieldProps {
  accountId: string;
  role: Role;
  onChange: (role: Role) => void;
}

export function RoleField({ accountId, role, onChange }: RoleFieldProps) {
  const may = useMay(accountId);
  return (
    <Field label={TEXTS.role}>
      {(control) => (
        <Select {...control} value={role} onChange={({ target }) => onChange(target.value as Role)}>
          {(Object.keys(ROLES) as Role[])
            .filter((each) => may('owners:write') || each !== 'owner')
            .map((each) => (
              <option key={each} value={each}>
                {ROLES[each]}
              </option>
            ))}
        </Select>
      )}
    </Field>
  );
}
