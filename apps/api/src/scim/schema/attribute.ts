export interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'reference' | 'complex';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly';
  returned: 'always' | 'never' | 'default' | 'request';
  uniqueness: 'none' | 'server' | 'global';
  canonicalValues?: readonly string[];
  referenceTypes?: readonly string[];
  subAttributes?: readonly Attribute[];
}

export interface SchemaDefinition {
  id: string;
  name: string;
  description: string;
  attributes: readonly Attribute[];
}

const ORDINARY = {
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
} as const;

export function text(name: string, description: string, rest: Partial<Attribute> = {}): Attribute {
  return { name, type: 'string', description, ...ORDINARY, ...rest };
}

export function flag(name: string, description: string, rest: Partial<Attribute> = {}): Attribute {
  return { name, type: 'boolean', description, ...ORDINARY, ...rest };
}

export function link(name: string, description: string, referenceTypes: readonly string[]): Attribute {
  return { name, type: 'reference', description, ...ORDINARY, caseExact: true, referenceTypes };
}

export function complex(
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  rest: Partial<Attribute> = {},
): Attribute {
  return { name, type: 'complex', description, ...ORDINARY, ...rest, subAttributes };
}

/** The shape that most multi-valued attributes share (RFC 7643, section 2.4). */
export function values(name: string, description: string, ...more: readonly Attribute[]): Attribute {
  const subAttributes = [
    text('value', 'The value.'),
    text('display', 'The value for people.'),
    text('type', 'What the value is used for.'),
    flag('primary', 'Whether it is the preferred one.'),
    ...more,
  ];
  return complex(name, description, subAttributes, { multiValued: true });
}

/** Names of attributes are compared whatever their letter case (RFC 7643, section 2.1). */
export function attributeNamed(attributes: readonly Attribute[], name: string): Attribute | undefined {
  const wanted = name.toLowerCase();
  return attributes.find((attribute) => attribute.name.toLowerCase() === wanted);
}
