import type { Entry } from './queries.js';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What happened, where the API has no sentence for it. */
const SENTENCES: Readonly<Record<string, (data: Entry['data']) => string>> = {
  'account.created': ({ name }) => `Created the account ${text(name)}`,
  'account.renamed': ({ name }) => `Renamed the account to ${text(name)}`,
  'service_group.created': ({ name }) => `Created the service group ${text(name)}`,
  'service_group.renamed': ({ name }) => `Renamed a service group to ${text(name)}`,
  'service_group.removed': ({ name }) => `Removed the service group ${text(name)}`,
  'service_group.member_added': ({ userName, serviceGroupName }) =>
    `Gave ${text(userName)} access to ${text(serviceGroupName)}`,
  'service_group.member_removed': ({ userName, serviceGroupName }) =>
    `Ended the access of ${text(userName)} to ${text(serviceGroupName)}`,
  'user.created': ({ name }) => `Added ${text(name)}`,
  'user.invited': ({ name, email }) => `Invited ${text(name) || text(email)}`,
  'user.role_changed': ({ role }) => `Made them ${text(role)}`,
};

/** The API's own sentence, or one of ours, or at least the type of the event in words. */
export function sentenceOf(entry: Entry): string {
  if (entry.summary) return entry.summary;
  const words = entry.type.replaceAll(/[._]/g, ' ');
  return SENTENCES[entry.type]?.(entry.data) ?? words.charAt(0).toUpperCase() + words.slice(1);
}
