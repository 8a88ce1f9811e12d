import { Agent, request } from 'undici';
import type { Answer } from '../api/api.js';
import { expectContract } from '../contract.js';

export interface BrowserOptions {
  /** Origins that are served elsewhere: for example where TLS ends at a proxy. */
  served?: Record<string, string>;
}

/** Keeps no connection: a spec ends when its last answer is there. */
const dispatcher = new Agent({ pipelining: 0 });

interface Sending {
  /** Of the first request of a visit: a form sends POST. */
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: unknown;
  /** The browser's information on the origin of the request. */
  site?: 'same-origin' | 'same-site' | 'cross-site' | 'none';
  mode?: string;
  dest?: string;
}

/** The parts of a browser that matter to signing in: cookies by host, redirects, and Sec-Fetch headers. */
export class Browser {
  readonly cookies = new Map<string, Map<string, string>>();
  /** Each `Set-Cookie` it received. */
  readonly setCookies: string[] = [];

  constructor(private readonly options: BrowserOptions = {}) {}

  /** Opens a page, and follows redirects. */
  async visit(url: string, { method = 'GET', ...first }: Sending = {}): Promise<Answer & { url: string }> {
    const accept = first.headers?.['accept'];
    const page = { site: 'none', mode: 'navigate', dest: 'document' } as const;
    let at = url;
    for (let hops = 0; hops < 10; hops += 1) {
      const answer = await (hops === 0
        ? this.send(method, at, { ...page, ...first })
        : this.send('GET', at, { ...page, ...(accept && { headers: { accept } }) }));
      const location = answer.headers.get('location');
      if (location === null) return { ...answer, url: at };
      at = new URL(location, at).href;
    }
    throw new Error(`${url} redirects too often.`);
  }

  /** One request, as a page of the same origin would send it. */
  async send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    { headers = {}, body, site = 'same-origin', mode = 'cors', dest = 'empty' }: Sending = {},
  ): Promise<Answer> {
    const { origin, hostname, pathname, search } = new URL(url);
    const jar = this.cookies.get(hostname) ?? new Map<string, string>();
    this.cookies.set(hostname, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const target = `${this.options.served?.[origin] ?? origin}${pathname}${search}`;
    const answer = await request(target, {
      dispatcher,
      method,
      headers: {
        'sec-fetch-site': site,
        'sec-fetch-mode': mode,
        'sec-fetch-dest': dest,
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    this.keep(jar, [answer.headers['set-cookie'] ?? []].flat());
    const text = await answer.body.text();
    const response = asResponse(answer.statusCode, answer.headers, text);
    const contentType = response.headers.get('content-type') ?? '';
    const isPage = contentType.startsWith('text/html');
    if (/^\/(v1|auth)\//.test(pathname) && !isPage)
      expectContract(method, `${pathname}${search}`, response, text);
    const isJson = /^application\/((problem|scim)\+)?json\b/.test(contentType);
    return { status: answer.statusCode, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  private keep(jar: Map<string, string>, set: readonly string[]): void {
    for (const cookie of set) {
      this.setCookies.push(cookie);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0\b/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
  }
}

function asResponse(status: number, headers: Record<string, string | string[] | undefined>, text: string) {
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  return new Response([204, 304].includes(status) ? null : text, { status, headers: flat });
}
