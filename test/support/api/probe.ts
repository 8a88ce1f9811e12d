import { Body, Controller, Get, HttpCode, Module, Param, Post, Query, type Type } from '@nestjs/common';
import { IsIn, IsInt, IsOptional, IsString, MaxLength, Min, ValidateNested } from 'class-validator';
import { Type as Nested } from 'class-transformer';
import { Allow, Public } from '../../../apps/api/src/auth/caller/allow.decorator.js';
import { CurrentCaller, type Caller } from '../../../apps/api/src/auth/caller/caller.js';

class AddressDto {
  @IsString()
  @MaxLength(10)
  city!: string;
}

class ThingDto {
  @IsString()
  @MaxLength(20)
  name!: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  size?: number;

  @IsOptional()
  @ValidateNested()
  @Nested(() => AddressDto)
  address?: AddressDto;
}

class ThingQueryDto {
  @IsOptional()
  @IsIn(['asc', 'desc'])
  order?: string;
}

/** Routes with nothing behind them, to see what the shell does around any route. */
@Controller('probe')
class ProbeController {
  @Public()
  @Get('public')
  open(@Query() query: ThingQueryDto) {
    return { order: query.order ?? null };
  }

  @Public()
  @HttpCode(200)
  @Post('things')
  create(@Body() thing: ThingDto) {
    return { received: thing };
  }

  @Public()
  @Get('failure')
  fail(): never {
    throw new Error('a secret of the house');
  }

  @Allow('operators:write')
  @Get('operator')
  operator(@CurrentCaller() caller: Caller) {
    return { caller };
  }

  @Allow('webhook-endpoints:read')
  @Get('accounts/:accountId/admin')
  admin(@CurrentCaller() caller: Caller) {
    return { caller };
  }

  @Allow('webhook-endpoints:read', 'self')
  @Get('accounts/:accountId/users/:userId')
  user(@Param('userId') userId: string, @CurrentCaller() caller: Caller) {
    return { userId, caller };
  }
}

@Module({ controllers: [ProbeController] })
export class ProbeModule {}

/** A module with a route that does not declare who may use it. */
export function undeclaredModule(): Type {
  @Controller('undeclared')
  class UndeclaredController {
    @Get()
    open() {
      return {};
    }
  }

  @Module({ controllers: [UndeclaredController] })
  class UndeclaredModule {}
  return UndeclaredModule;
}
