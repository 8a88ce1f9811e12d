import type { FastifyRequest } from 'fastify';

export interface CookieOptions {
  /** Only sent over https. The name then has the prefix that keeps other hosts from setting it. */
  secure: boolean;
  /** Seconds; 0 deletes it. */
  maxAge: number;
  sameSite: 'Strict' | 'Lax';
}

/** https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-4.1.3.2 */
export function cookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

/** One `Set-Cookie`: for this host only, and hidden from scripts. */
export function setCookie(name: string, value: string, { secure, maxAge, sameSite }: CookieOptions): string {
  const whole = `${cookieName(name, secure)}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAge}`;
  return secure ? `${whole}; Secure` : whole;
}

export function cookiesOf({ headers }: FastifyRequest, prefix: string): { name: string; value: string }[] {
  return (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [name = '', value] = pair.trim().split(/=(.*)/s);
    return value !== undefined && name.startsWith(prefix) ? [{ name, value }] : [];
  });
}

/** Also undefined if there are two: somebody else added one of them. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const found = cookiesOf(request, name).filter((cookie) => cookie.name === name);
  return found.length === 1 ? found[0]?.value : undefined;
}
