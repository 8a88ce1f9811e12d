export const TEXTS = {
  role: 'Access role',
  gone: 'removed',
  goneWhy: (key: string) => `The access role ${key} was removed: it allows nothing any more.`,
};
