import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync, ValidationTypes } from 'class-validator';
import fc from 'fast-check';
import {
  AGGREGATE_KINDS,
  AGGREGATES,
  DomainError,
  type AggregateKind,
  type FieldRule,
  type ResourceField,
} from '#libs/domain';
import { ReplaceAccessRolesDto } from '../../../apps/api/src/access-roles/access-roles.dto.js';
import { ChangeAccountDto, CreateAccountDto } from '../../../apps/api/src/accounts/accounts.dto.js';
import {
  ACCESS_REQUEST_FIELDS,
  RequestAccessDto,
} from '../../../apps/api/src/access-requests/access-requests.dto.js';
import { API_KEY_FIELDS, CreateApiKeyDto } from '../../../apps/api/src/api-keys/api-keys.dto.js';
import { CreateInvitationDto } from '../../../apps/api/src/invitations/invitations.dto.js';
import { ChangeLogStreamDto, CreateLogStreamDto } from '../../../apps/api/src/log-streams/log-streams.dto.js';
import { parserOf } from '../../../apps/api/src/http/input/domain-value.js';
import {
  ChangeServiceGroupDto,
  CreateServiceGroupDto,
} from '../../../apps/api/src/service-groups/service-groups.dto.js';
import { ChangeTeamDto, CreateTeamDto } from '../../../apps/api/src/teams/teams.dto.js';
import { ChangeUserDto, CreateUserDto } from '../../../apps/api/src/users/users.dto.js';
import {
  ChangeWebhookEndpointDto,
  CreateWebhookEndpointDto,
} from '../../../apps/api/src/webhook-endpoints/webhook-endpoints.dto.js';

type DtoClass = new () => object;

interface Dtos {
  create: DtoClass;
  change?: DtoClass;
  /** Others that take some of the fields. */
  others?: readonly DtoClass[];
  /** The fields of an answer. */
  answer?: object;
  /** What a request that creates one has besides its fields. */
  also?: readonly string[];
}

const DTOS: Readonly<Record<AggregateKind, Dtos>> = {
  account: { create: CreateAccountDto, change: ChangeAccountDto, also: ['accessRoles'] },
  user: { create: CreateUserDto, change: ChangeUserDto, others: [CreateInvitationDto] },
  'service-group': { create: CreateServiceGroupDto, change: ChangeServiceGroupDto },
  team: { create: CreateTeamDto, change: ChangeTeamDto },
  'api-key': { create: CreateApiKeyDto, answer: API_KEY_FIELDS },
  'access-request': {
    create: RequestAccessDto,
    answer: ACCESS_REQUEST_FIELDS,
    also: ['lengthSeconds', 'accessRole'],
  },
  'access-roles': { create: ReplaceAccessRolesDto, answer: { accessRoles: [] } },
  'webhook-endpoint': {
    create: CreateWebhookEndpointDto,
    change: ChangeWebhookEndpointDto,
    also: ['secret'],
  },
  'log-stream': { create: CreateLogStreamDto, change: ChangeLogStreamDto, also: ['secret'] },
};

const TYPES: Readonly<Record<string, FieldRule['type']>> = {
  isString: 'string',
  isIn: 'string',
  matches: 'string',
  isObject: 'object',
  isArray: 'list',
  isBoolean: 'boolean',
};

/** What the decorators of a property say, in the words of the domain's rules. */
function decoratedRule(type: DtoClass, property: string) {
  const all = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const rules = all.filter(({ propertyName }) => propertyName === property);
  const own = rules.filter(({ each }) => !each);
  const argument = (name: string) => rules.find((rule) => rule.name === name)?.constraints?.[0] as unknown;
  const conditions = rules
    .filter((rule) => rule.type === ValidationTypes.CONDITIONAL_VALIDATION)
    .map(({ constraints }) => constraints[0] as (object: object, value: unknown) => boolean);
  const isSkipped = (value: unknown) => conditions.some((condition) => !condition({}, value));
  const types = new Set(own.flatMap(({ name = '' }) => TYPES[name] ?? []));
  return {
    type: types.has('list') ? 'list' : [...types][0],
    most: argument('maxLength') ?? argument('arrayMaxSize'),
    values: argument('isIn'),
    mayBeAbsent: isSkipped(undefined),
    mayBeNull: isSkipped(null),
    parse: parserOf(type.prototype as object, property),
  };
}

const properties = (type: DtoClass) => [
  ...new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(type, '', false, false)
      .map(({ propertyName }) => propertyName),
  ),
];

function isTakenBy(parse: (text: string) => unknown, value: string): boolean {
  try {
    parse(value);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    return false;
  }
}

const isTakenByDto = (type: DtoClass, field: string, value: unknown) =>
  validateSync(plainToInstance(type, { [field]: value })).every(({ property }) => property !== field);

/** Around every length that a rule names, of characters of one to many bytes. */
const text = fc
  .tuple(
    fc.constantFrom('', 'https://x.example/'),
    fc.constantFrom('a', 'é', '東', '😀', '👍🏽', '👩\u200d💻', 'e\u0301'),
    fc.constantFrom(1, 2, 49, 50, 51, 99, 100, 101, 128, 199, 200, 201, 254, 800),
    fc.constantFrom('', ' ', ' '.repeat(700), '@x.example', `@${'b.'.repeat(90)}example`),
  )
  .map(([start, character, count, end]) => start + character.repeat(count) + end);

describe.each(AGGREGATE_KINDS)('%s', (kind) => {
  const { create, change, answer, others = [], also = [] } = DTOS[kind];
  const fields: Readonly<Record<string, FieldRule & ResourceField>> = AGGREGATES[kind].fields as never;
  const isDeclared = 'id' in fields;
  const names = Object.keys(fields);
  const given = names.filter((name) => !isDeclared || fields[name]!.given !== undefined);
  const changed = names.filter((name) => {
    const { given: first, changed: description = first } = fields[name]!;
    return !isDeclared || typeof description === 'string';
  });

  test('is created with its fields, and with nothing else', () => {
    expect(properties(create).sort()).toEqual([...given, ...also].sort());
  });

  test.each(given)('is created with %s as the domain has it', (name) => {
    const { type, most, values: all, firstValues: values = all, optional = false, parse } = fields[name]!;
    expect(decoratedRule(create, name)).toMatchObject({
      type,
      most,
      mayBeAbsent: optional,
      ...(values && { values }),
    });
    if (type === 'string') expect(decoratedRule(create, name).parse).toBe(parse);
  });

  if (change) {
    test('is changed in its fields, and in nothing else', () => {
      expect(properties(change).sort()).toEqual([...changed].sort());
    });

    test.each(changed)('is changed in %s as the domain has it', (name) => {
      const { type, most, values, removable = false } = fields[name]!;
      expect(decoratedRule(change, name)).toMatchObject({
        type,
        most,
        mayBeAbsent: true,
        mayBeNull: removable,
        ...(values && { values }),
      });
    });
  }

  const dtos = [create, ...(change ? [change] : []), ...others];
  const texts = dtos.flatMap((type) =>
    names.flatMap((name) => {
      const { type: kindOfValue, parse } = fields[name]!;
      const isText = kindOfValue === 'string' && properties(type).includes(name);
      return isText && parse ? [[type, name, parse] as const] : [];
    }),
  );
  if (texts.length > 0)
    test.each(texts)('%p takes every %s that the domain takes', (type, name, parse) => {
      let taken = 0;
      fc.assert(
        fc.property(text, (value) => {
          if (!isTakenBy(parse, value)) return;
          taken += 1;
          expect(isTakenByDto(type, name, value)).toBe(true);
        }),
        { numRuns: 500 },
      );
      expect(taken).toBeGreaterThan(0);
      expect(isTakenByDto(type, name, 5)).toBe(false);
      expect(isTakenByDto(type, name, 'a'.repeat(4_001))).toBe(false);
    });

  if (answer)
    test('is shown with all of its fields', () => {
      expect(names.filter((name) => !(name in answer))).toEqual([]);
    });
});
