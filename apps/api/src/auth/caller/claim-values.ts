/**
 * The values in a claim: one, several separated by spaces (RFC 8693), or a list, as providers use for groups and roles. A name
 * with dots may lead into objects, like Keycloak's `realm_access.roles`; a claim with exactly that name takes precedence.
 */
export function claimValues(claims: Readonly<Record<string, unknown>>, name: string): unknown[] {
  const claim = Object.hasOwn(claims, name) ? claims[name] : name.split('.').reduce<unknown>(member, claims);
  return Array.isArray(claim) ? claim : typeof claim === 'string' ? claim.split(' ') : [];
}

function member(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isObject ? (value as Record<string, unknown>)[name] : undefined;
}
