export const TEXTS = {
  title: 'Signs in with',
  none: 'No identity yet. They are linked when they first sign in by an invitation or a rule, or by hand.',
  linked: 'Linked',
  link: 'Link an identity',
  linkTitle: (name: string) => `Link an identity to ${name}`,
  linkWhat: (name: string) =>
    `The person with this identity then signs in as ${name}. Take both from the identity provider’s own page about them.`,
  issuer: 'Issuer',
  issuerHint: 'Exactly as in its tokens, for example https://login.example.com/realms/staff',
  subject: 'Subject',
  subjectHint: 'The ID of the person there, which tokens have in sub. Not an email.',
  bothFirst: 'Enter issuer and subject first',
  linkDo: 'Link',
  wasLinked: (name: string) => `The identity was linked to ${name}.`,
  unlink: 'Unlink',
  unlinkOne: (issuer: string, subject: string) => `Unlink ${subject} at ${issuer}`,
  unlinkTitle: (name: string) => `Unlink the identity of ${name}?`,
  unlinkWhat:
    'They are signed out at once, and cannot sign in with it. A rule of the account may link it again: to keep somebody out, suspend them.',
  wasUnlinked: (name: string) => `The identity of ${name} was unlinked.`,
};
