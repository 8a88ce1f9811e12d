import { All, Get, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Allow } from '../../auth/caller/allow.decorator.js';
import { CurrentTenant } from '../../auth/caller/caller.js';
import type { Tenant } from '#libs/directory';
import { ApiProblems } from '../../problems/api-problems.decorator.js';
import { Problem } from '../../problems/problem.js';
import { Answers, ScimController } from '../protocol/documented.js';
import { listResponse } from '../protocol/list-response.js';
import type { ScimObject } from '../schema/conform.js';
import { GROUP_TYPE, SCHEMAS, USER_TYPE } from '../schema/schemas.js';
import {
  describeResourceType,
  describeSchema,
  schemaNamed,
  serviceProviderConfig,
} from './service-provider-config.js';

/** What a client can discover about this service (RFC 7644, section 4). No table calls are made. */
@ScimController()
export class ScimDiscoveryController {
  /** Gets the SCIM features that are supported. */
  @Allow('scim')
  @Answers('ScimServiceProviderConfig')
  @Get('ServiceProviderConfig')
  getScimServiceProviderConfig(@CurrentTenant() tenant: Tenant): ScimObject {
    return serviceProviderConfig(baseOf(tenant));
  }

  /** Lists the schemas of users and groups. */
  @Allow('scim')
  @Answers('ScimList')
  @Get('Schemas')
  listScimSchemas(@CurrentTenant() tenant: Tenant): ScimObject {
    return allOf(SCHEMAS.map((schema) => describeSchema(schema, baseOf(tenant))));
  }

  /** Gets a schema by its URN. */
  @Allow('scim')
  @ApiProblems('route_not_found')
  @Answers('ScimSchema')
  @Get('Schemas/:schemaId')
  getScimSchema(@CurrentTenant() tenant: Tenant, @Param('schemaId') schemaId: string): ScimObject {
    const schema = schemaNamed(schemaId);
    if (!schema) throw new Problem('route_not_found', 'There is no such schema.');
    return describeSchema(schema, baseOf(tenant));
  }

  /** Lists the resource types. */
  @Allow('scim')
  @Answers('ScimList')
  @Get('ResourceTypes')
  listScimResourceTypes(@CurrentTenant() tenant: Tenant): ScimObject {
    return allOf([USER_TYPE, GROUP_TYPE].map((type) => describeResourceType(type, baseOf(tenant))));
  }

  /** Gets a resource type by its name. */
  @Allow('scim')
  @ApiProblems('route_not_found')
  @Answers('ScimResourceType')
  @Get('ResourceTypes/:resourceTypeName')
  getScimResourceType(
    @CurrentTenant() tenant: Tenant,
    @Param('resourceTypeName') resourceTypeName: string,
  ): ScimObject {
    const type = [USER_TYPE, GROUP_TYPE].find(({ name }) => name === resourceTypeName);
    if (!type) throw new Problem('route_not_found', 'There is no such resource type.');
    return describeResourceType(type, baseOf(tenant));
  }
}

/** Optional parts of SCIM (RFC 7644, section 3.11): who may not use SCIM at all is told that, as on other routes. */
@ScimController()
@ApiExcludeController()
export class UnservedScimController {
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

function baseOf({ accountId }: Tenant): string {
  return `/scim/v2/${accountId}`;
}

function allOf(resources: ScimObject[]): ScimObject {
  return listResponse({ items: resources, total: resources.length, startIndex: 1 }, resources);
}
