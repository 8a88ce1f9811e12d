import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import {
  DomainError,
  parseDescription,
  parseEmail,
  parseExternalId,
  parseName,
  parsePlan,
} from '#libs/domain';
import { ChangeAccountDto, CreateAccountDto } from '../../accounts/accounts.dto.js';
import { CreateApiKeyDto } from '../../api-keys/api-keys.dto.js';
import { CreateInvitationDto } from '../../invitations/invitations.dto.js';
import { ChangeServiceGroupDto, CreateServiceGroupDto } from '../../service-groups/service-groups.dto.js';
import { ChangeUserDto, CreateUserDto } from '../../users/users.dto.js';
import {
  ChangeWebhookEndpointDto,
  CreateWebhookEndpointDto,
} from '../../webhook-endpoints/webhook-endpoints.dto.js';

/** Each text of a body, with the domain's rule for it. */
const TEXTS: [new () => object, string, (text: string) => unknown][] = [
  [CreateAccountDto, 'name', parseName],
  [ChangeAccountDto, 'name', parseName],
  [CreateAccountDto, 'plan', parsePlan],
  [ChangeAccountDto, 'plan', parsePlan],
  [CreateAccountDto, 'externalId', parseExternalId],
  [CreateUserDto, 'name', parseName],
  [ChangeUserDto, 'name', parseName],
  [CreateUserDto, 'email', parseEmail],
  [ChangeUserDto, 'email', parseEmail],
  [CreateUserDto, 'externalId', parseExternalId],
  [ChangeUserDto, 'externalId', parseExternalId],
  [CreateInvitationDto, 'name', parseName],
  [CreateInvitationDto, 'email', parseEmail],
  [CreateServiceGroupDto, 'name', parseName],
  [ChangeServiceGroupDto, 'name', parseName],
  [CreateApiKeyDto, 'name', parseName],
  [CreateWebhookEndpointDto, 'description', parseDescription],
  [ChangeWebhookEndpointDto, 'description', parseDescription],
];

const isTakenBy = (parse: (text: string) => unknown, text: string) => {
  try {
    parse(text);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    return false;
  }
};
const isTakenByDto = (type: new () => object, field: string, value: unknown) =>
  validateSync(plainToInstance(type, { [field]: value })).every(({ property }) => property !== field);

/** Around every length that a rule names, of characters of one to many bytes. */
const text = fc
  .tuple(
    fc.constantFrom('a', 'é', '東', '😀', '👍🏽', '👩\u200d💻', 'e\u0301'),
    fc.constantFrom(1, 2, 49, 50, 51, 99, 100, 101, 128, 199, 200, 201, 254, 800),
    fc.constantFrom('', ' ', ' '.repeat(700), '@x.example', `@${'b.'.repeat(90)}example`),
  )
  .map(([character, count, end]) => character.repeat(count) + end);

test.each(TEXTS)('%p takes every %s that the domain takes', (type, field, parse) => {
  let taken = 0;
  fc.assert(
    fc.property(text, (value) => {
      if (!isTakenBy(parse, value)) return;
      taken += 1;
      expect(isTakenByDto(type, field, value)).toBe(true);
    }),
    { numRuns: 500 },
  );
  expect(taken).toBeGreaterThan(0);
  expect(isTakenByDto(type, field, 5)).toBe(false);
  expect(isTakenByDto(type, field, 'a'.repeat(2_000))).toBe(false);
});
