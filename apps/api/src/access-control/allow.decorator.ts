import { SetMetadata } from '@nestjs/common';
import type { Role, Scope } from '#libs/domain';

/**
 * Who may use a route. `self` is any user, for what the path says about that very user. `member` lets every user of
 * the account in, and leaves to the service what a plain member may see there. A scope lets in API keys that have it:
 * those of the account, and those of the platform where operators are let in. `{kind}:read` is the scope of what the path
 * names as `kind`. `api-key` lets in any of them. `session` is for whoever is signed in with a browser, alone.
 */
export type Permitted = 'operator' | Role | 'self' | 'api-key' | 'session' | Scope | ScopeOfPath;
type ScopeOfPath = `{${string}}:${'read' | 'write'}`;

export type AccessRule = { public: true } | { public: false; permitted: readonly Permitted[] };

export const ACCESS_RULE = 'rollbook:access-rule';

/** Declares who may use a route. A route without a declaration does not start. */
export function Allow(...permitted: [Permitted, ...Permitted[]]) {
  return SetMetadata<string, AccessRule>(ACCESS_RULE, { public: false, permitted });
}

/** The scope that a rule means on this path. */
export function scopeOn(path: Readonly<Record<string, string>>, permitted: Permitted): string {
  return permitted.replace(/^\{(\w+)\}/, (_, name: string) => path[name] ?? '');
}

/** Declares that a route needs no token. */
export function Public() {
  return SetMetadata<string, AccessRule>(ACCESS_RULE, { public: true });
}
