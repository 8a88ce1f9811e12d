import { AccessRoleBadge } from '../access-roles/role-badge.js';
import type { AccessRequest } from './queries.js';
import { TEXTS } from './texts.js';

/** With which access role, if with one. */
export function WishedRole({ request: { accountId, accessRole } }: { request: AccessRequest }) {
  if (!accessRole) return null;
  return (
    <>
      {TEXTS.as} <AccessRoleBadge accountId={accountId} role={accessRole} />{' '}
    </>
  );
}
