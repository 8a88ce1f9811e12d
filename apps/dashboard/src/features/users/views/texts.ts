import { MAX_VIEWS } from './views.js';

export const TEXTS = {
  views: 'Views',
  yours: 'Your views',
  shown: (name: string) => `Views: ${name}`,
  save: 'Save this view …',
  rename: 'Rename this view …',
  remove: 'Remove this view',
  toSave: 'Filter or sort the list to save a view of it.',
  most: `You have ${MAX_VIEWS} views, the maximum. Remove one to save another.`,
  saveTitle: 'Save this view',
  renameTitle: (name: string) => `Rename the view “${name}”`,
  saveAction: 'Save view',
  renameAction: 'Rename',
  name: 'Name',
  hint: 'Kept in this browser, for you alone. To share a view, copy the address of the page.',
  taken: 'There is a view with this name',
  saved: (name: string) => `The view “${name}” was saved.`,
  renamed: (name: string) => `The view is now called “${name}”.`,
  removed: (name: string) => `The view “${name}” was removed.`,
};
