import { applyDecorators } from '@nestjs/common';
import { IsOptional, Matches } from 'class-validator';

/** The name of an identity provider, as in `ROLLBOOK_SIGN_IN_PROVIDERS`. */
export function IsProviderName(): PropertyDecorator {
  const message =
    'provider must have 1 to 32 lower-case letters, digits and hyphens, and begin with a letter';
  return applyDecorators(IsOptional(), Matches(/^[a-z][a-z0-9-]{0,31}$/, { message }));
}
