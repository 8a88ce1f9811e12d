export const ROLES = { owner: 'Owner', admin: 'Admin', member: 'Member' } as const;
export const STATUSES = {
  active: 'Active',
  invited: 'Invited',
  suspended: 'Suspended',
  removed: 'Removed',
} as const;
