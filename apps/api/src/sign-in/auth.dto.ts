import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min, MinLength } from 'class-validator';

export class LoginQueryDto {
  /** Where to go afterwards: a path of this API's origin. */
  @IsOptional()
  @IsString()
  @MaxLength(1024)
  returnTo: string = '/';

  /** The name of the identity provider. Needed where there are several. */
  @IsOptional()
  @Matches(/^[a-z][a-z0-9-]{0,31}$/)
  provider?: string;

  /** Told to the provider: whom to suggest. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  loginHint?: string;

  /** Seconds: who proved longer ago who they are is asked to do so again. For what asks for a recent sign-in. */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value,
  )
  @IsInt()
  @Min(0)
  @Max(86400)
  maxAge?: number;
}

export class RedirectDto {
  /** Where the browser is to go next: at the provider, where signing out goes on there. */
  redirectTo!: string;
}

export class LogoutTokenDto {
  /** Signed by the provider: whose sessions it has ended. */
  logout_token!: string;
}
