export const FILTER_TEXTS = {
  search: 'Search by name or email',
  role: 'Role',
  status: 'Status',
  anyRole: 'Any role',
  anyStatus: 'Any status',
  group: 'Service group',
  goneGroup: 'Removed service group',
  anyGroup: 'Any service group',
};
