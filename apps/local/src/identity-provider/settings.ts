export const CLIENT_ID = 'rollbook';
/** Who has this value in this claim of their ID token is an operator. */
export const OPERATORS = { claim: 'roles', value: 'rollbook:operator' };

export function issuerAt(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** How the API is told of the development identity provider: `ROLLBOOK_SIGN_IN_PROVIDERS`. */
export function developmentProviders(port: number): string {
  return JSON.stringify([
    { name: 'development', issuer: issuerAt(port), clientId: CLIENT_ID, operators: OPERATORS },
  ]);
}
