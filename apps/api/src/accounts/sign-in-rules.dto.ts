import { ArrayMaxSize, IsArray, IsString, MaxLength, MinLength } from 'class-validator';
import { IfPresent } from '../http/input/if-present.js';

const MAX_DOMAINS = 5;
const LONGEST = 255;

export class SignInRuleDto {
  /** The identity provider's issuer identifier: exactly the `iss` of its tokens. */
  @IsString()
  @MinLength(1)
  @MaxLength(LONGEST)
  issuer!: string;

  /** People who sign in with a verified email of one of these domains are linked to the user with this email. No subdomains. */
  @IsArray()
  @ArrayMaxSize(MAX_DOMAINS)
  @IsString({ each: true })
  @MaxLength(LONGEST, { each: true })
  domains!: string[];

  /** The claim that has a user's external id: people who sign in are linked to the user that SCIM provisioned with it. */
  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  externalIdClaim?: string;
}
