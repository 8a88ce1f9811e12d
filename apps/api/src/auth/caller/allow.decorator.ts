import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { Role, Scope } from '#libs/domain';

/**
 * Who may use a route. `self` is the user in the path. `member` admits every user of the account, and leaves to the service
 * what a plain member may see there. A scope admits API keys that have it: those of the account, and those of the platform
 * where operators are admitted. `{kind}:read` is the scope of the path's `kind`. `api-key` admits any key. `session` is only
 * for people signed in with a browser.
 */
export type Permitted = 'operator' | Role | 'self' | 'api-key' | 'session' | Scope | ScopeOfPath;
type ScopeOfPath = `{${string}}:${'read' | 'write'}`;

export type AccessRule = { public: true } | { public: false; permitted: readonly Permitted[] };

export const ACCESS_RULE = 'rollbook:access-rule';

/** Declares who may use a route. A route without a declaration does not start. */
export function Allow(...permitted: [Permitted, ...Permitted[]]) {
  return declare({ public: false, permitted });
}

export function scopeOn(path: Readonly<Record<string, string>>, permitted: Permitted): string {
  return permitted.replace(/^\{(\w+)\}/, (_, name: string) => path[name] ?? '');
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
