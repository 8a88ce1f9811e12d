import type { AccessRole } from '../../../api/resources/access-roles.js';
import { lengthOf, secondsOf, type Length } from '../../../components/data/lengths.js';
import type { MembershipRules, RulesChange } from '../queries.js';
import { TEXTS } from '../texts.js';

/** An access role that is offered, as a form has it. */
export interface OfferedDraft {
  key: string;
  longest: Length;
  membersMayAsk: boolean;
}

export interface RolesDraft {
  offered: readonly OfferedDraft[];
  /** The key of the default; empty for none. */
  usual: string;
}

export function rolesDraftOf({ accessRoles = [], defaultAccessRole = '' }: MembershipRules): RolesDraft {
  return {
    offered: accessRoles.map(({ key, maxLengthSeconds, membersMayAsk = false }) => ({
      key,
      longest: maxLengthSeconds === undefined ? { count: '', unit: 'hours' } : lengthOf(maxLengthSeconds),
      membersMayAsk,
    })),
    usual: defaultAccessRole,
  };
}

type RolesChange = Pick<RulesChange, 'accessRoles' | 'defaultAccessRole'>;

/** What has changed of these rules, nothing where nothing has; undefined if a length is none. */
export function rolesChangeOf(draft: RolesDraft, rules: MembershipRules): RolesChange | undefined {
  const before = rolesDraftOf(rules);
  const accessRoles = draft.offered.map(({ key, longest, membersMayAsk }) => {
    const maxLengthSeconds = secondsOf(longest);
    return {
      key,
      ...(typeof maxLengthSeconds === 'number' && { maxLengthSeconds }),
      ...(membersMayAsk && { membersMayAsk }),
    };
  });
  if (draft.offered.some(({ longest }) => secondsOf(longest) === undefined)) return undefined;
  const isSame = JSON.stringify(draft.offered) === JSON.stringify(before.offered);
  return {
    ...(!isSame && { accessRoles: accessRoles.length > 0 ? accessRoles : null }),
    ...(draft.usual !== before.usual && { defaultAccessRole: draft.usual || null }),
  };
}

/** Those of the account, and those that were removed and that the rules still name. */
export function rolesToOffer(
  roles: readonly AccessRole[],
  { accessRoles = [], defaultAccessRole }: MembershipRules,
): Pick<AccessRole, 'key' | 'name'>[] {
  const named = [...accessRoles.map(({ key }) => key), ...(defaultAccessRole ? [defaultAccessRole] : [])];
  const gone = [...new Set(named)].filter((key) => !roles.some((role) => role.key === key));
  return [...roles, ...gone.map((key) => ({ key, name: TEXTS.removedRole(key) }))];
}
