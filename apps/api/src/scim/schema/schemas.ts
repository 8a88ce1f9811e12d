import { ROLES } from '#libs/domain';
import type { ScimBase } from './scim-base.js';
import { complex, flag, link, text, values, type Attribute, type SchemaDefinition } from './attribute.js';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const name = complex('name', 'The parts of the name.', [
  text('formatted', 'The whole name. The same as displayName.'),
  text('familyName', 'The family name.'),
  text('givenName', 'The given name.'),
  text('middleName', 'Further given names.'),
  text('honorificPrefix', 'A title before the name.'),
  text('honorificSuffix', 'A suffix after the name.'),
]);

const roles = complex(
  'roles',
  `The one role in the account: ${ROLES.join(', ')}.`,
  [
    text('value', 'The role.', { canonicalValues: ROLES }),
    text('display', 'The role for people.', { mutability: 'readOnly' }),
    text('type', 'Not kept.'),
    flag('primary', 'Always true.'),
  ],
  { multiValued: true },
);

const groups = complex(
  'groups',
  'The service groups the user may enter. Only returned on request.',
  [
    text('value', 'The id of the group.', { caseExact: true, mutability: 'readOnly' }),
    { ...link('$ref', 'The URL of the group.', ['Group']), mutability: 'readOnly' },
    text('display', 'The name of the group.', { mutability: 'readOnly' }),
  ],
  { multiValued: true, mutability: 'readOnly', returned: 'request' },
);

const address = [
  text('formatted', 'The whole address.'),
  text('streetAddress', 'Street and number.'),
  text('locality', 'City.'),
  text('region', 'State or region.'),
  text('postalCode', 'Postal code.'),
  text('country', 'Country (ISO 3166-1 alpha-2).'),
];

export const USER: SchemaDefinition = {
  id: USER_SCHEMA,
  name: 'User',
  description: 'A person in the account.',
  attributes: [
    text('userName', 'The email of the user: unique in the account, ignoring case.', {
      required: true,
      uniqueness: 'server',
    }),
    name,
    text('displayName', 'The name of the user.'),
    text('nickName', 'What the user is called.'),
    link('profileUrl', 'A page about the user.', ['external']),
    text('title', 'The title of the position.'),
    text('userType', 'How the user belongs to the organisation.'),
    text('preferredLanguage', 'The language the user prefers.'),
    text('locale', 'For dates, numbers and the like.'),
    text('timezone', 'In the form Europe/Vienna.'),
    flag('active', 'Whether the user may sign in: false while they are suspended or only invited.'),
    values('emails', 'Addresses, stored as sent. Rollbook itself uses userName.'),
    values('phoneNumbers', 'Phone numbers.'),
    values('ims', 'Addresses for messages.'),
    values('photos', 'Pictures.'),
    values('addresses', 'Postal addresses.', ...address),
    values('entitlements', 'What the user has, stored as sent.'),
    groups,
    roles,
  ],
};

const ENTERPRISE_USER: SchemaDefinition = {
  id: ENTERPRISE_SCHEMA,
  name: 'EnterpriseUser',
  description: 'What an organisation records about its people, stored as sent.',
  attributes: [
    text('employeeNumber', 'The employee number.'),
    text('costCenter', 'The cost center.'),
    text('organization', 'The organisation.'),
    text('division', 'The division.'),
    text('department', 'The department.'),
    complex('manager', 'Whom the user reports to.', [
      text('value', 'The id of the manager.', { caseExact: true }),
      link('$ref', 'The URL of the manager.', ['User']),
      text('displayName', 'The name of the manager.'),
    ]),
  ],
};

const GROUP: SchemaDefinition = {
  id: GROUP_SCHEMA,
  name: 'Group',
  description: 'A service group of the account.',
  attributes: [
    text('displayName', 'The name: unique in the account, ignoring case.', {
      required: true,
      uniqueness: 'server',
    }),
    complex(
      'members',
      'The users who may enter. Omitted if there are too many for one answer.',
      [
        text('value', 'The id of the user.', { caseExact: true, mutability: 'immutable' }),
        { ...link('$ref', 'The URL of the user.', ['User']), mutability: 'immutable' },
        text('type', 'Always User.', { mutability: 'immutable', canonicalValues: ['User'] }),
        text('display', 'The name of the user.', { mutability: 'readOnly' }),
      ],
      { multiValued: true },
    ),
  ],
};

/** Every resource has these; /Schemas does not list them (RFC 7643, section 3.1). */
const COMMON_ATTRIBUTES: readonly Attribute[] = [
  text('schemas', 'The schemas of the resource.', {
    multiValued: true,
    mutability: 'readOnly',
    returned: 'always',
  }),
  text('id', 'The id, assigned by Rollbook.', {
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
    uniqueness: 'server',
  }),
  text('externalId', 'The id used by the client: unique in the account.', {
    caseExact: true,
    uniqueness: 'server',
  }),
  complex(
    'meta',
    'About the resource.',
    ['resourceType', 'created', 'lastModified', 'location', 'version'].map((each) =>
      text(each, 'See RFC 7643, section 3.1.', { mutability: 'readOnly', caseExact: true }),
    ),
    { mutability: 'readOnly' },
  ),
];

const SCHEMAS: readonly SchemaDefinition[] = [USER, GROUP, ENTERPRISE_USER];

/** The same attributes at both addresses of an account, with what they are there. */
export function schemasAt(base: ScimBase): readonly SchemaDefinition[] {
  return base === 'teams' ? SCHEMAS.map(aboutTeams) : SCHEMAS;
}

/** What is said of service groups, said of teams. */
const ABOUT_TEAMS: Readonly<Record<string, string>> = {
  'A service group of the account.': 'A team of the account.',
  'The service groups the user may enter. Only returned on request.':
    'The teams the user is in. Only returned on request.',
  'The users who may enter. Omitted if there are too many for one answer.':
    'The users who are in it. Omitted if there are too many for one answer.',
};

function aboutTeams<Described extends { description: string; attributes?: readonly Attribute[] }>(
  described: Described,
): Described {
  const { description, attributes } = described;
  return {
    ...described,
    description: ABOUT_TEAMS[description] ?? description,
    ...(attributes && { attributes: attributes.map((each) => aboutTeams(each)) }),
  };
}

export interface ResourceType {
  name: 'User' | 'Group';
  endpoint: '/Users' | '/Groups';
  schema: SchemaDefinition;
  extension?: SchemaDefinition;
}

export const USER_TYPE: ResourceType = {
  name: 'User',
  endpoint: '/Users',
  schema: USER,
  extension: ENTERPRISE_USER,
};
export const GROUP_TYPE: ResourceType = { name: 'Group', endpoint: '/Groups', schema: GROUP };

export function resourceTypesAt(base: ScimBase): readonly ResourceType[] {
  const types = [USER_TYPE, GROUP_TYPE];
  return base === 'teams' ? types.map((type) => ({ ...type, schema: aboutTeams(type.schema) })) : types;
}

export function attributesOf({ schema }: ResourceType): readonly Attribute[] {
  return [...COMMON_ATTRIBUTES, ...schema.attributes];
}
