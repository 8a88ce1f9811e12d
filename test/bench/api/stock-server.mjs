// The stock way: NestJS on Express, class-validator's pipe, jose on each request, the document client as it comes; the
// same table calls and the same answers. Decorators are applied by hand, because this file is not compiled.
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import * as nest from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Transform, Type } from 'class-transformer';
import {
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { toMembershipDto, toPageDto, toUserDto } from './answers.mjs';
import { addMember, createUser, getMany, getOne, keys, membersOf, serviceGroupsOf } from './table-calls.mjs';

const { endpoint, table, jwks, issuer, audience, wrapping } = JSON.parse(process.env.BENCH_SERVER);
const wrappingKey = { ...wrapping, plain: Buffer.from(wrapping.plain, 'base64') };
const keySet = createLocalJWKSet(JSON.parse(await readFile(new URL(jwks), 'utf8')));
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({ endpoint, region: 'us-east-1', credentials }),
);

const field = (target, name, type, ...decorators) => {
  Reflect.defineMetadata('design:type', type, target.prototype, name);
  for (const decorate of decorators) decorate(target.prototype, name);
};

class CreateUserDto {}
field(CreateUserDto, 'name', String, IsString(), MaxLength(200));
field(CreateUserDto, 'email', String, IsEmail(), MaxLength(320));
field(CreateUserDto, 'role', String, IsOptional(), IsIn(['owner', 'admin', 'member']));

class PageDto {
  limit = 25;
}
field(
  PageDto,
  'limit',
  Number,
  IsOptional(),
  Transform(({ value }) => Number(value)),
  IsInt(),
  Min(1),
  Max(100),
);
field(PageDto, 'cursor', String, IsOptional(), IsString(), MaxLength(2048));

class EntityDto {}
field(EntityDto, 'type', String, IsString(), MaxLength(100));
field(EntityDto, 'id', String, IsString(), MaxLength(100));
class ActionDto {}
field(ActionDto, 'name', String, IsString(), MaxLength(100));
class EvaluationDto {}
field(
  EvaluationDto,
  'subject',
  EntityDto,
  ValidateNested(),
  Type(() => EntityDto),
);
field(
  EvaluationDto,
  'action',
  ActionDto,
  ValidateNested(),
  Type(() => ActionDto),
);
field(
  EvaluationDto,
  'resource',
  EntityDto,
  ValidateNested(),
  Type(() => EntityDto),
);

async function batchGet(...wanted) {
  const { Responses } = await documents.send(new BatchGetCommand(getMany(table, ...wanted)));
  return wanted.map(({ PK, SK }) => Responses[table].find((item) => item.PK === PK && item.SK === SK));
}
const query = (input) => documents.send(new QueryCommand(input));
const sides = (accountId, userId, id) =>
  batchGet(
    keys.account(accountId),
    keys.user(accountId, userId),
    keys.serviceGroup(accountId, id),
    keys.membership(userId, id),
  );

function found(item) {
  if (!item) throw new nest.NotFoundException();
  return item;
}

class BearerGuard {
  async canActivate(context) {
    const request = context.switchToHttp().getRequest();
    const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (!token) throw new nest.UnauthorizedException();
    const { payload } = await jwtVerify(token, keySet, { issuer, audience, algorithms: ['ES256'] });
    const { sub: userId, account_id: accountId } = payload;
    const [account, user] = await batchGet(keys.account(accountId), keys.user(accountId, userId));
    if (account?.status !== 'active' || user?.status !== 'active') throw new nest.ForbiddenException();
    if (user.role === 'member') throw new nest.ForbiddenException();
    request.caller = { accountId, actor: `user:${userId}` };
    return true;
  }
}

class DirectoryController {
  async getUser({ caller: { accountId } }, userId) {
    const [account, user] = await batchGet(keys.account(accountId), keys.user(accountId, userId));
    found(account);
    return toUserDto(found(user));
  }
  async listServiceGroups({ caller: { accountId } }, userId, { limit }) {
    const [[user], page] = await Promise.all([
      batchGet(keys.user(accountId, userId), keys.fences(accountId)),
      query(serviceGroupsOf(table, userId, limit)),
    ]);
    found(user);
    return toPageDto(page, accountId);
  }
  async listMembers({ caller: { accountId } }, id, { limit }) {
    const [[group], page] = await Promise.all([
      batchGet(keys.serviceGroup(accountId, id), keys.fences(accountId)),
      query(membersOf(table, id, limit)),
    ]);
    found(group);
    return toPageDto(page, accountId);
  }
  async evaluate({ caller: { accountId } }, { subject, resource }) {
    const [, user, , membership] = await sides(accountId, subject.id, resource.id);
    return { decision: membership !== undefined && user?.status === 'active' };
  }
  async addMember({ caller: { accountId, actor } }, id, userId) {
    const [account, user, group] = await sides(accountId, userId, id);
    found(account);
    const { input, membership } = addMember(table, {
      accountId,
      actor,
      user: found(user),
      group: found(group),
      wrappingKey,
    });
    await documents.send(new TransactWriteCommand(input));
    return toMembershipDto(membership);
  }
  async createUser({ caller: { accountId, actor }, headers }, body) {
    found((await documents.send(new GetCommand(getOne(table, keys.account(accountId))))).Item);
    const who = { accountId, actor, wrappingKey, userId: `user_${randomUUID()}` };
    const fields = { role: 'member', ...body, ...who, body };
    const { input, user } = createUser(table, { ...fields, idempotencyKey: headers['idempotency-key'] });
    await documents.send(new TransactWriteCommand(input));
    return toUserDto(user);
  }
}

function route(name, verb, parameters, ...others) {
  const { prototype } = DirectoryController;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  for (const decorate of [verb, ...others]) decorate(prototype, name, descriptor);
  const types = parameters.map(([, type]) => type);
  Reflect.defineMetadata('design:paramtypes', types, prototype, name);
  parameters.forEach(([decorate], index) => decorate(prototype, name, index));
}
const request = [nest.Req(), Object];
const param = (name) => [nest.Param(name), String];

route('getUser', nest.Get('v1/accounts/:a/users/:userId'), [request, param('userId')]);
const page = [nest.Query(), PageDto];
route('listServiceGroups', nest.Get('v1/accounts/:a/users/:userId/service-groups'), [
  request,
  param('userId'),
  page,
]);
route('listMembers', nest.Get('v1/accounts/:a/service-groups/:id/members'), [request, param('id'), page]);
route(
  'evaluate',
  nest.Post('access/v1/evaluation'),
  [request, [nest.Body(), EvaluationDto]],
  nest.HttpCode(200),
);
route(
  'addMember',
  nest.Put('v1/accounts/:a/service-groups/:id/members/:userId'),
  [request, param('id'), param('userId')],
  nest.HttpCode(201),
);
route('createUser', nest.Post('v1/accounts/:a/users'), [request, [nest.Body(), CreateUserDto]]);
nest.Controller()(DirectoryController);
nest.UseGuards(BearerGuard)(DirectoryController);

class AppModule {}
nest.Module({ controllers: [DirectoryController] })(AppModule);

const app = await NestFactory.create(AppModule, { logger: false });
app.useGlobalPipes(new nest.ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }));
await app.listen(0, '127.0.0.1');
process.send({ ready: true, url: await app.getUrl() });
process.once('disconnect', () => process.exit(0));
