import type { ScimBase } from '../../schema/scim-base.js';
import type { GroupKind } from './group-kind.js';
import { serviceGroupKind } from './service-groups.js';
import { teamKind } from './teams.js';

export const GROUP_KINDS: Readonly<Record<ScimBase, GroupKind>> = {
  'service-groups': serviceGroupKind,
  teams: teamKind,
};
