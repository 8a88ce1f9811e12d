import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { IsProviderName } from '../../http/input/provider-name.js';

export class LoginQueryDto {
  /** The address to return to: a path of this API's origin. */
  @IsOptional()
  @IsString()
  @MaxLength(1024)
  returnTo: string = '/';

  /** The name of the identity provider. Required if there are several. */
  @IsProviderName()
  provider?: string;

  /** Passed to the provider: the login to suggest. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  loginHint?: string;

  /** Seconds: people who authenticated longer ago have to do so again. For actions that need a recent sign-in. */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value,
  )
  @IsInt()
  @Min(0)
  @Max(86400)
  maxAge?: number;
}

export class ProviderDto {
  /** For `/auth/login?provider=`. */
  name!: string;
  /** The name shown to people. */
  title!: string;
}

export class ProviderListDto {
  data!: ProviderDto[];
  /** Always null: there are few. */
  nextCursor!: string | null;
}

export class RedirectDto {
  /** The browser's next address: at the provider if signing out continues there. */
  redirectTo!: string;
}

export class LogoutTokenDto {
  /** Signed by the provider: the sessions it has ended. */
  logout_token!: string;
}
