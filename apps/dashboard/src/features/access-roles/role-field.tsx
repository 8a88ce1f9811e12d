import {
  roleOf,
  useAccessRoles,
  type AccessRole,
  type AccessRoleReference,
} from '../../api/resources/access-roles.js';
import { SelectField } from '../../components/controls/field.js';
import { TEXTS } from './texts.js';

interface AccessRoleFieldProps {
  accountId: string;
  /** The keys that may be given here; undefined: any. */
  offered?: readonly string[] | undefined;
  /** A key; an empty text for none. Undefined: none has been chosen. */
  value: string | undefined;
  /** Of the memberships that are changed: without a choice they stay. Undefined if access is given. */
  present?: readonly (AccessRoleReference | undefined)[] | undefined;
  /** What somebody gets without a choice, if that is not none. */
  usual?: string | undefined;
  /** Somebody asks for themselves. */
  isOwn?: boolean;
  onChange: (value: string | undefined) => void;
}

/** No key has this character. */
const AS_IT_IS = '#';

/** What somebody may do besides entering. Nothing where there is nothing to choose, as in accounts without access roles. */
export function AccessRoleField(props: AccessRoleFieldProps) {
  const { accountId, offered, value, present, usual, isOwn = false, onChange } = props;
  const all = useAccessRoles(accountId);
  if (!all) return null;
  const held = present?.length === 1 ? present[0] : undefined;
  const heldNow = held && roleOf(all, held);
  const roles = all.filter(({ key }) => !offered || offered.includes(key) || key === heldNow?.key);
  if (roles.length === 0 && !held) return null;
  const isUnclear =
    usual !== undefined || (present !== undefined && (present.length > 1 || (held && !heldNow)));
  const unchosen = isUnclear ? AS_IT_IS : (heldNow?.key ?? '');
  const shown = value ?? unchosen;
  return (
    <SelectField
      label={TEXTS.role}
      hint={<RoleHint role={all.find(({ key }) => key === shown)} isNone={shown === ''} isOwn={isOwn} />}
      value={shown}
      onChoose={(next) => onChange(next === unchosen ? undefined : next)}
    >
      {isUnclear && (
        <option value={AS_IT_IS}>{usual ?? (held ? TEXTS.removed(held.key) : TEXTS.asEachHasIt)}</option>
      )}
      <option value="">{TEXTS.none}</option>
      {roles.map(({ key, name }) => (
        <option key={key} value={key}>
          {TEXTS.option(name, key)}
        </option>
      ))}
    </SelectField>
  );
}

interface RoleHintProps {
  role: AccessRole | undefined;
  isNone: boolean;
  isOwn: boolean;
}

/** What it allows, before it is given. */
function RoleHint({ role, isNone, isOwn }: RoleHintProps) {
  if (isNone) return isOwn ? TEXTS.noneHintOwn : TEXTS.noneHint;
  if (!role) return null;
  return (
    <>
      {role.description && <bdi>{role.description} </bdi>}
      {TEXTS.allows(role.permissions)}
    </>
  );
}
