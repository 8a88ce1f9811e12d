import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import { RESOURCE_OF_ROWS } from '#libs/directory';
import type { Permission } from '#libs/domain';

/**
 * What it takes to use a route: one of these. A permission is had by the roles that `PERMISSIONS_OF` names, and by the API keys
 * that were given it as a scope; `{kind}:read` is the permission for what the rows of the path's `kind` are about. `self` is the user in the path.
 * `any-user` admits every user of the account, and leaves to the service what each may see there. `anyone` admits every
 * caller. `session` is only for people signed in with a browser.
 */
export type Permitted = Permission | PermissionOfPath | 'self' | 'any-user' | 'anyone' | 'session';
type PermissionOfPath = `{${string}}:${'read' | 'write'}`;

export type AccessRule = { public: true } | { public: false; permitted: readonly Permitted[] };

export const ACCESS_RULE = 'rollbook:access-rule';

/** Declares what it takes to use a route. A route without a declaration does not start. */
export function Allow(...permitted: [Permitted, ...Permitted[]]) {
  return declare({ public: false, permitted });
}

export function permissionOn(path: Readonly<Record<string, string>>, permitted: Permitted): string {
  const resources: Readonly<Record<string, string>> = RESOURCE_OF_ROWS;
  return permitted.replace(/^\{(\w+)\}/, (_, name: string) => {
    const kind = path[name] ?? '';
    return resources[kind] ?? kind;
  });
}

export function Public() {
  return declare({ public: true });
}

/** Of a route, or of each route of a controller that declares nothing itself. Fastify knows it too, before a body is read. */
function declare(rule: AccessRule): ClassDecorator & MethodDecorator {
  return (target: object, _name?: string | symbol, route?: PropertyDescriptor) => {
    const declared = (route?.value ?? target) as object;
    Reflect.defineMetadata(ACCESS_RULE, rule, declared);
    const handlers: unknown[] = route
      ? [route.value]
      : Object.values(Object.getOwnPropertyDescriptors((target as { prototype: object }).prototype)).map(
          ({ value }: PropertyDescriptor) => value as unknown,
        );
    for (const handler of handlers)
      if (typeof handler === 'function' && !Reflect.hasMetadata(FASTIFY_ROUTE_CONFIG_METADATA, handler))
        Reflect.defineMetadata(FASTIFY_ROUTE_CONFIG_METADATA, { accessRule: rule }, handler);
  };
}
