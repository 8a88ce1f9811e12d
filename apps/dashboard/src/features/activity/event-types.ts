/** The kinds of changes to filter by, grouped by what they change. */
export const EVENT_TYPES: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Access',
    [
      ['service_group.member_added', 'Access given'],
      ['service_group.member_removed', 'Access ended'],
    ],
  ],
  [
    'Users',
    [
      ['user.invited', 'Invited'],
      ['user.created', 'Added'],
      ['user.activated', 'Invitation accepted'],
      ['user.role_changed', 'Role changed'],
      ['user.profile_changed', 'Profile changed'],
      ['user.suspended', 'Suspended'],
      ['user.reactivated', 'Reactivated'],
      ['user.removed', 'Removed'],
      ['user.erased', 'Erased'],
      ['user.seen_as', 'Seen as'],
    ],
  ],
  [
    'Service groups',
    [
      ['service_group.created', 'Created'],
      ['service_group.renamed', 'Renamed'],
      ['service_group.removed', 'Removed'],
    ],
  ],
  [
    'Account',
    [
      ['account.renamed', 'Renamed'],
      ['account.settings_changed', 'Settings changed'],
      ['account.sign_in_rules_changed', 'Sign-in rules changed'],
      ['account.suspended', 'Suspended'],
      ['account.reactivated', 'Reactivated'],
    ],
  ],
];
