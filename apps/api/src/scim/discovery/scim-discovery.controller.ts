import { All, Get, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Allow } from '../../auth/caller/allow.decorator.js';
import { ApiProblems } from '../../problems/api-problems.decorator.js';
import { Problem } from '../../problems/problem.js';
import { Answers, ScimController } from '../protocol/documented.js';
import { listResponse } from '../protocol/list-response.js';
import type { ScimObject } from '../schema/conform.js';
import { resourceTypesAt, schemasAt } from '../schema/schemas.js';
import { addressOf } from '../schema/scim-base.js';
import { CurrentScim, type ScimRequest } from '../protocol/scim-request.js';
import { describeResourceType, describeSchema, serviceProviderConfig } from './service-provider-config.js';

/** What a client can discover about this service (RFC 7644, section 4). No table calls are made. */
export class ScimDiscoveryRoutes {
  /** Gets the SCIM features that are supported. */
  @Allow('scim')
  @Answers('ScimServiceProviderConfig')
  @Get('ServiceProviderConfig')
  getScimServiceProviderConfig(@CurrentScim() scim: ScimRequest): ScimObject {
    return serviceProviderConfig(addressIn(scim));
  }

  /** Lists the schemas of users and groups. */
  @Allow('scim')
  @Answers('ScimList')
  @Get('Schemas')
  listScimSchemas(@CurrentScim() scim: ScimRequest): ScimObject {
    return allOf(schemasAt(scim.base).map((schema) => describeSchema(schema, addressIn(scim))));
  }

  /** Gets a schema by its URN. */
  @Allow('scim')
  @ApiProblems('route_not_found')
  @Answers('ScimSchema')
  @Get('Schemas/:schemaId')
  getScimSchema(@CurrentScim() scim: ScimRequest, @Param('schemaId') schemaId: string): ScimObject {
    const schema = schemasAt(scim.base).find(({ id }) => id.toLowerCase() === schemaId.toLowerCase());
    if (!schema) throw new Problem('route_not_found', 'There is no such schema.');
    return describeSchema(schema, addressIn(scim));
  }

  /** Lists the resource types. */
  @Allow('scim')
  @Answers('ScimList')
  @Get('ResourceTypes')
  listScimResourceTypes(@CurrentScim() scim: ScimRequest): ScimObject {
    return allOf(resourceTypesAt(scim.base).map((type) => describeResourceType(type, addressIn(scim))));
  }

  /** Gets a resource type by its name. */
  @Allow('scim')
  @ApiProblems('route_not_found')
  @Answers('ScimResourceType')
  @Get('ResourceTypes/:resourceTypeName')
  getScimResourceType(
    @CurrentScim() scim: ScimRequest,
    @Param('resourceTypeName') resourceTypeName: string,
  ): ScimObject {
    const type = resourceTypesAt(scim.base).find(({ name }) => name === resourceTypeName);
    if (!type) throw new Problem('route_not_found', 'There is no such resource type.');
    return describeResourceType(type, addressIn(scim));
  }
}

/** Optional parts of SCIM (RFC 7644, section 3.11): who may not use SCIM at all is told that, as on other routes. */
export class UnservedScimRoutes {
  @Allow('scim')
  @All('Me')
  aboutOneself(): never {
    throw unserved();
  }

  @Allow('scim')
  @Post(['Bulk', '.search', 'Users/.search', 'Groups/.search'])
  inBulk(): never {
    throw unserved();
  }
}

function unserved(): Problem {
  return new Problem('route_not_found', 'This part of SCIM is not supported.', { status: 501 });
}

@ScimController()
export class ScimDiscoveryController extends ScimDiscoveryRoutes {}

@ScimController('', 'teams')
export class ScimTeamsDiscoveryController extends ScimDiscoveryRoutes {}

@ScimController()
@ApiExcludeController()
export class UnservedScimController extends UnservedScimRoutes {}

@ScimController('', 'teams')
@ApiExcludeController()
export class UnservedScimTeamsController extends UnservedScimRoutes {}

function addressIn({ base, tenant: { accountId } }: ScimRequest): string {
  return addressOf(base, accountId);
}

function allOf(resources: ScimObject[]): ScimObject {
  return listResponse({ items: resources, total: resources.length, startIndex: 1 }, resources);
}
