import type { Role } from '../../api/resources/users.js';
import { SelectField } from '../../components/controls/field.js';
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
  const { owner: _, ...others } = ROLES;
  return (
    <SelectField<Role>
      label={TEXTS.role}
      options={may('owners:write') ? ROLES : others}
      value={role}
      onChoose={onChange}
    />
  );
}
