/** What is entered in a field: one of these, or a text. */
export type Value = { is: 'address' | 'key' | 'sign-in-page' } | { copy: string } | string;

export interface Step {
  /** What to do; what the provider's console calls by these words is between asterisks. */
  what: string;
  fields?: readonly (readonly [field: string, value: Value])[];
  /** What to know about it. */
  note?: string;
}

const OKTA: readonly Step[] = [
  {
    what: 'In the Okta Admin Console: *Applications → Applications → Create App Integration*. Choose *SWA – Secure Web Authentication*, then *Next*.',
    fields: [
      ['App name', { copy: 'Rollbook' }],
      ['App’s login page URL', { is: 'sign-in-page' }],
      ['App visibility', 'Do not display application icon to users'],
    ],
    note: 'Nobody signs in with it. If people sign in here with a SAML or OpenID Connect application of Okta for which *General* offers SCIM, use that one.',
  },
  { what: '*General → App Settings → Edit*. As *Provisioning* choose *SCIM*, then *Save*.' },
  {
    what: '*Provisioning → Integration → Edit*.',
    fields: [
      ['SCIM connector base URL', { is: 'address' }],
      ['Unique identifier field for users', { copy: 'userName' }],
      ['Supported provisioning actions', 'Push New Users, Push Profile Updates, Push Groups'],
      ['Authentication Mode', 'HTTP Header'],
      ['Authorization', { is: 'key' }],
    ],
  },
  {
    what: '*Test Connector Configuration*, then *Save*.',
    note: 'The key on this page shows the request a few seconds later. If it does not, the address or the key is wrong, or Okta cannot reach the address.',
  },
  {
    what: '*Provisioning → To App → Edit*. Enable *Create Users*, *Update User Attributes* and *Deactivate Users*, then *Save*.',
    note: 'The application username must be an email address, as it is unless somebody changed it.',
  },
  {
    what: '*Assignments → Assign*: whom you assign becomes a user here.',
    note: 'Somebody who has the same email already is taken over.',
  },
  {
    what: '*Push Groups → Push Groups → Find groups by name*: each becomes a service group with those of its members who are assigned.',
    note: 'For a service group that exists here, choose *Link Group* instead of *Create Group*.',
  },
];

const ENTRA: readonly Step[] = [
  {
    what: 'In the Microsoft Entra admin center: *Entra ID → Enterprise apps → New application → Create your own application*.',
    fields: [
      ['What’s the name of your app?', { copy: 'Rollbook' }],
      [
        'What are you looking to do with your application?',
        'Integrate any other application you don’t find in the gallery (Non-gallery)',
      ],
    ],
  },
  {
    what: 'In the application: *Provisioning → New configuration*.',
    fields: [
      ['Tenant URL', { is: 'address' }],
      ['Secret token', { is: 'key' }],
    ],
    note: 'Where it asks for a *Provisioning Mode* first, choose *Automatic*.',
  },
  {
    what: '*Test connection*, then *Create*.',
    note: 'The key on this page shows the request a few seconds later. If it does not, the address or the key is wrong, or Entra cannot reach the address.',
  },
  {
    what: '*Attribute mapping*: keep the mappings as they are.',
    note: 'userName must be an email address, as a user principal name is.',
  },
  {
    what: '*Users and groups → Add user/group*: whom you add becomes a user here, and each group a service group with its direct members.',
  },
  {
    what: '*Provision on demand*: choose one person, and see them under Users here.',
    note: 'It shows each request, and the whole sentence if one is refused.',
  },
  {
    what: '*Overview → Start provisioning*.',
    note: 'Entra sends what has changed about every 40 minutes.',
  },
];

const OTHER: readonly Step[] = [
  {
    what: 'Create an application for SCIM 2.0 provisioning.',
    fields: [
      ['Base URL', { is: 'address' }],
      ['Bearer token, in the header Authorization', { is: 'key' }],
      ['Unique attribute of users', { copy: 'userName' }],
      ['Updates', 'PATCH'],
    ],
    note: 'userName must be an email address.',
  },
  {
    what: 'Let it deactivate people who leave rather than delete them.',
    note: 'active: false suspends them here: they keep their service groups, and lose all access. DELETE removes them.',
  },
  { what: 'Assign people and groups: they become users and service groups here.' },
];

export const GUIDES = { okta: OKTA, entra: ENTRA, other: OTHER } as const;
export type Provider = keyof typeof GUIDES;
