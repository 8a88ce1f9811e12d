export const TEXTS = {
  skip: 'Skip to the content',
  navigation: 'Main',
  people: 'People and access',
  data: 'Data',
  search: 'Search',
  menu: 'Menu',
  switchAccount: 'Switch account',
  allAccounts: 'All accounts',
  operator: 'Operator',
  shortcuts: 'Keyboard shortcuts',
  signOut: 'Sign out',
  apiReference: 'API reference',
};
