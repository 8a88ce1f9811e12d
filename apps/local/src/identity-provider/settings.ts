export const CLIENT_ID = 'rollbook';
/** The stored data of this provider. */
export const SESSION_COOKIE = 'rollbook_provider_session';
/** An ID token with this value in this claim is an operator's. */
export const OPERATORS = { claim: 'roles', value: 'rollbook:operator' };

export function issuerAt(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** The API's setting for the development identity provider: `ROLLBOOK_SIGN_IN_PROVIDERS`. */
export function developmentProviders(port: number): string {
  return JSON.stringify([
    { name: 'development', issuer: issuerAt(port), clientId: CLIENT_ID, operators: OPERATORS },
  ]);
}
