// openapi: completes the document that is derived from routes and DTOs, and serves it.
// Imports everything but `app.ts` and the entry points.

import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ACCESS_RULE, type AccessRule } from '../auth/caller/allow.decorator.js';
import { completeDocument, type RouteDescription } from './complete.js';
import { selectableFields } from '../http/query/fields.js';
import { declaredProblems } from '../problems/api-problems.decorator.js';

const TAGS: readonly [string, string][] = [
  ['Accounts', 'Tenants. They own users and service groups.'],
  ['Users', 'People, each in exactly one account, with a role.'],
  ['Identities', 'Links between users and their logins at an identity provider.'],
  ['Invitations', 'Users who have been invited by mail to join an account.'],
  ['AcceptInvitation', 'For the person who received an invitation.'],
  ['ServiceGroups', 'Named sets of services in an account, for example dev and prod.'],
  ['Memberships', 'Which user may enter which service group.'],
  ['Managers', 'Who manages the members of a service group, and whom they could add.'],
  ['AccessRoles', 'What memberships allow besides entering: permissions that the account defines.'],
  ['Teams', 'Users who may enter the service groups that their team has access to.'],
  ['AccessRequests', 'Requests of members for access to a service group, and decisions on them.'],
  ['Changes', 'The feed of an account’s events, and of all: to keep up with what happens.'],
  ['AuditLog', 'Every change is an event, stored forever.'],
  ['Log', 'The log that nobody can rewrite: checkpoints, tiles and proofs.'],
  ['ApiKeys', 'Credentials for machines, limited to one account.'],
  ['OperatorApiKeys', 'Credentials for machines that operate the platform.'],
  [
    'Jobs',
    'Work that takes more than one transaction, which can be followed, paused, resumed and cancelled.',
  ],
  ['BulkJobs', 'One action on many users.'],
  ['Imports', 'Users, service groups and memberships as CSV or NDJSON, imported by a job.'],
  ['Exports', 'The same rows, and the audit log, as a stream.'],
  ['WebhookEndpoints', 'URLs to which the account’s events are sent, signed according to Standard Webhooks.'],
  ['LogStreams', 'The account’s events in batches, for SIEMs and log management.'],
  ['WebhookDeliveries', 'What was sent to a webhook endpoint, and how it answered.'],
  ['Scim', 'SCIM 2.0 for identity providers, with API keys that have the scope scim.'],
  ['ScimTeams', 'The same at a second base URL, whose groups are teams instead of service groups.'],
  ['Access', 'Checks whether a user may enter a service group, as defined by AuthZEN 1.0.'],
  ['SignIn', 'Signing in and out with a browser, at an identity provider (OpenID Connect).'],
  ['Session', 'The session of the calling browser, and the other sessions of its user.'],
  ['UserSessions', 'Where a user is signed in with a browser.'],
  ['OperatorSessions', 'Where an operator is signed in with a browser.'],
  ['Discovery', 'What this API offers, and which issuers’ tokens it accepts.'],
  ['Usage', 'What each account used, by day.'],
  ['ScimSetUp', 'What an identity provider is set up with, and which of its requests were refused.'],
  ['Search', 'One search for people, service groups, accounts, and anything by its id.'],
  ['Me', 'Who is calling.'],
  ['Health', 'Whether the process is running, and whether it can serve requests.'],
];

export function openApiDocument(app: NestFastifyApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Rollbook')
    .setDescription('Accounts, users, service groups and memberships of a multi-tenant product.')
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/')
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'The token of an operator (scope `rollbook:operator`) or of a user (`account_id` and `sub`).',
    })
    .addCookieAuth(
      '__Host-rollbook_session',
      {
        type: 'apiKey',
        in: 'cookie',
        description: 'The session of a signed-in browser. Writes must come from a page of the same origin.',
      },
      'session',
    )
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'rbk_…',
        description: 'An API key. It gives access to the routes that name one of its scopes.',
      },
      'apiKey',
    );
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: operationIdOf,
  });
  const used = new Set(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item as Record<string, { tags?: string[] }>).flatMap(({ tags = [] }) => tags),
    ),
  );
  document.tags = TAGS.filter(([name]) => used.has(name)).map(([name, description]) => ({
    name,
    description,
  }));
  return completeDocument(document, describeRoutes(app));
}

/** The name of its method. One that the controllers of both base URLs of SCIM have is named after the second there. */
function operationIdOf(controller: string, method: string): string {
  const isInherited = controller.startsWith('ScimTeams') && !method.includes('ScimTeams');
  return isInherited ? method.replace('Scim', 'ScimTeams') : method;
}

/** The decorators' metadata of each route, by operation id. */
function describeRoutes(app: NestFastifyApplication): Map<string, RouteDescription> {
  const scanner = app.get(MetadataScanner, { strict: false });
  const facts = new Map<string, RouteDescription>();
  for (const { metatype } of app.get(DiscoveryService, { strict: false }).getControllers()) {
    if (typeof metatype !== 'function') continue;
    const prototype = metatype.prototype as Record<string, () => unknown>;
    for (const method of scanner.getAllMethodNames(prototype)) {
      const handler = prototype[method];
      if (!handler) continue;
      const rule = (Reflect.getMetadata(ACCESS_RULE, handler) ??
        Reflect.getMetadata(ACCESS_RULE, metatype)) as AccessRule | undefined;
      if (!rule) continue;
      facts.set(operationIdOf(metatype.name, method), {
        access: rule,
        problems: declaredProblems(handler),
        fields: selectableFields(handler),
      });
    }
  }
  return facts;
}
