/**
 * The schemas of RFC 7643, sections 8.7.1 and 8.7.2, and RFC 9865, section 4, in short: for each attribute its type, with
 * `*` for what is multi-valued and `!` for what is required; a complex one as its sub-attributes.
 */

export interface Short {
  [name: string]: string | { flags: string; sub: Short };
}

const complex = (flags: string, sub: Short) => ({ flags, sub });
const supported = complex('!', { supported: 'boolean!' });
const typedValues = (type = 'string') =>
  complex('*', { value: type, display: 'string', type: 'string', primary: 'boolean' });

const attribute: Short = {
  name: 'string!',
  type: 'string!',
  multiValued: 'boolean!',
  description: 'string',
  required: 'boolean!',
  canonicalValues: 'string*',
  caseExact: 'boolean',
  mutability: 'string!',
  returned: 'string!',
  uniqueness: 'string',
  referenceTypes: 'string*',
};

/** Section 8.7.2: what a document of discovery must be. */
export const DOCUMENTS: Readonly<Record<string, Short>> = {
  ServiceProviderConfig: {
    documentationUri: 'reference',
    patch: supported,
    bulk: complex('!', { supported: 'boolean!', maxOperations: 'integer!', maxPayloadSize: 'integer!' }),
    filter: complex('!', { supported: 'boolean!', maxResults: 'integer!' }),
    changePassword: supported,
    sort: supported,
    etag: supported,
    authenticationSchemes: complex('*!', {
      type: 'string!',
      name: 'string!',
      description: 'string!',
      specUri: 'reference',
      documentationUri: 'reference',
      primary: 'boolean',
    }),
    pagination: complex('', {
      cursor: 'boolean!',
      index: 'boolean!',
      defaultPaginationMethod: 'string',
      defaultPageSize: 'integer',
      maxPageSize: 'integer',
      cursorTimeout: 'integer',
    }),
  },
  ResourceType: {
    id: 'string',
    name: 'string!',
    description: 'string',
    endpoint: 'reference!',
    schema: 'reference!',
    schemaExtensions: complex('*', { schema: 'reference!', required: 'boolean!' }),
  },
  Schema: {
    id: 'string!',
    name: 'string',
    description: 'string',
    attributes: complex('*!', { ...attribute, subAttributes: complex('*', attribute) }),
  },
};

/** Section 8.7.1: the attributes of resources. A service may leave some out, and may add none under these names. */
export const RESOURCES: Readonly<Record<string, Short>> = {
  'urn:ietf:params:scim:schemas:core:2.0:User': {
    userName: 'string!',
    name: complex('', {
      formatted: 'string',
      familyName: 'string',
      givenName: 'string',
      middleName: 'string',
      honorificPrefix: 'string',
      honorificSuffix: 'string',
    }),
    displayName: 'string',
    nickName: 'string',
    profileUrl: 'reference',
    title: 'string',
    userType: 'string',
    preferredLanguage: 'string',
    locale: 'string',
    timezone: 'string',
    active: 'boolean',
    password: 'string',
    emails: typedValues(),
    phoneNumbers: typedValues(),
    ims: typedValues(),
    photos: typedValues('reference'),
    addresses: complex('*', {
      formatted: 'string',
      streetAddress: 'string',
      locality: 'string',
      region: 'string',
      postalCode: 'string',
      country: 'string',
      type: 'string',
      primary: 'boolean',
    }),
    groups: complex('*', { value: 'string', $ref: 'reference', display: 'string', type: 'string' }),
    entitlements: typedValues(),
    roles: typedValues(),
    x509Certificates: typedValues('binary'),
  },
  'urn:ietf:params:scim:schemas:core:2.0:Group': {
    displayName: 'string!',
    members: complex('*', { value: 'string', $ref: 'reference', type: 'string', display: 'string' }),
  },
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': {
    employeeNumber: 'string',
    costCenter: 'string',
    organization: 'string',
    division: 'string',
    department: 'string',
    manager: complex('', { value: 'string', $ref: 'reference', displayName: 'string' }),
  },
};

/** What of a document is not as its schema says. `schemas` and `meta` are every document's own. */
export function violations(document: object, schema: Short, path = ''): string[] {
  const values = document as Record<string, unknown>;
  const common = path === '' ? ['schemas', 'meta'] : [];
  const unknown = Object.keys(values)
    .filter((name) => !(name in schema) && !common.includes(name))
    .map((name) => `${path}${name} is not known`);
  const wrong = Object.entries(schema).flatMap(([name, rule]) => {
    const at = `${path}${name}`;
    const flags = typeof rule === 'string' ? rule : rule.flags;
    const value = values[name];
    if (value === undefined) return flags.includes('!') ? [`${at} is missing`] : [];
    if (value === null) return [`${at} is null`];
    if (flags.includes('*') !== Array.isArray(value)) return [`${at} is one of many, or many of one`];
    return [value].flat().flatMap((each) => wrongValue(each, rule, at));
  });
  return [...unknown, ...wrong];
}

function wrongValue(value: unknown, rule: Short[string], at: string): string[] {
  if (typeof rule !== 'string')
    return typeof value === 'object' && value !== null
      ? violations(value, rule.sub, `${at}.`)
      : [`${at} is plain`];
  const type = rule.replace(/[*!]/g, '');
  const isRight =
    type === 'integer' ? Number.isInteger(value) : typeof value === (type === 'reference' ? 'string' : type);
  return isRight ? [] : [`${at} is no ${type}`];
}
