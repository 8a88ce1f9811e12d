import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ACCESS_RULE, type AccessRule } from '../access-control/allow.decorator.js';
import { completeDocument, type RouteFacts } from './complete.js';
import { selectableFields } from '../requests/query/fields.js';
import { declaredProblems } from './may-fail.decorator.js';

const TAGS: readonly [string, string][] = [
  ['Accounts', 'Tenants. They own users and service groups.'],
  ['Users', 'People, each in exactly one account, with a role.'],
  ['Identities', 'What a user may sign in with at an identity provider.'],
  ['Invitations', 'Users who are asked by mail to join an account.'],
  ['AcceptInvitation', 'For whoever holds the token of an invitation.'],
  ['ServiceGroups', 'Named sets of services in an account, for example dev and prod.'],
  ['Memberships', 'Which user may enter which service group.'],
  ['AuditLog', 'Every change is an event, kept for ever.'],
  ['ApiKeys', 'Credentials of machines, for one account.'],
  ['OperatorApiKeys', 'Credentials of machines, for who runs the platform.'],
  ['Jobs', 'Work that takes more than one transaction, to be watched, paused, resumed and cancelled.'],
  ['BulkJobs', 'The same done to many users.'],
  [
    'Imports',
    'Rows of users, service groups and memberships, taken in as CSV or NDJSON and carried out by a job.',
  ],
  ['Exports', 'The same rows again, and the audit log, streamed.'],
  ['WebhookEndpoints', 'URLs of the account that are sent its events, signed after Standard Webhooks.'],
  ['WebhookDeliveries', 'What was sent to a webhook endpoint, and what came of it.'],
  ['Scim', 'SCIM 2.0: what identity providers speak. With API keys that have the scope scim.'],
  ['Access', 'May a user enter a service group? In the shape of AuthZEN 1.0.'],
  ['SignIn', 'Signing in and out with a browser, at an identity provider (OpenID Connect).'],
  ['Session', 'The session of the browser that is calling, and the others of its user.'],
  ['UserSessions', 'Where a user is signed in with a browser.'],
  ['Discovery', 'Where others find what this API offers, and whose tokens it accepts.'],
  ['Me', 'Who is calling.'],
  ['Health', 'Whether the process answers, and whether it can serve.'],
];

/** The whole document: what the Swagger plugin reads from the code, and what all routes have in common. */
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
      description: 'Of an operator (scope `rollbook:operator`), or of a user (`account_id` and `sub`).',
    })
    .addCookieAuth(
      '__Host-rollbook_session',
      {
        type: 'apiKey',
        in: 'cookie',
        description: 'Of a browser that is signed in. Writes must come from a page of the same origin.',
      },
      'session',
    )
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'rbk_…',
        description: 'An API key. It opens the routes that one of its scopes is named at.',
      },
      'apiKey',
    );
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (_controller, method) => method,
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
  return completeDocument(document, routeFacts(app));
}

/** What the decorators of each route say, by operation id: the name of its method. */
function routeFacts(app: NestFastifyApplication): Map<string, RouteFacts> {
  const scanner = app.get(MetadataScanner, { strict: false });
  const facts = new Map<string, RouteFacts>();
  for (const { metatype } of app.get(DiscoveryService, { strict: false }).getControllers()) {
    if (typeof metatype !== 'function') continue;
    const prototype = metatype.prototype as Record<string, () => unknown>;
    for (const method of scanner.getAllMethodNames(prototype)) {
      const handler = prototype[method];
      if (!handler) continue;
      const rule = (Reflect.getMetadata(ACCESS_RULE, handler) ??
        Reflect.getMetadata(ACCESS_RULE, metatype)) as AccessRule | undefined;
      if (!rule) continue;
      facts.set(method, {
        access: rule,
        problems: declaredProblems(handler),
        fields: selectableFields(handler),
      });
    }
  }
  return facts;
}
