/** A request to the API, with all that is needed to repeat it in other ways. */
export interface ApiCall {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The path template, as in the OpenAPI document. */
  path: string;
  request: {
    path?: Record<string, string>;
    query?: Record<string, string | number | boolean | undefined>;
    body?: unknown;
    ifMatch?: number | '*';
  };
}

/** What the API has carried out. */
export type Write = ApiCall & {
  method: Exclude<ApiCall['method'], 'get'>;
  /** By which it can be undone. Absent if there is no way back, or nothing has changed. */
  correlationId?: string;
};

let writes: Write[] = [];

export function recordWrite(write: Write): void {
  writes.push(write);
}

/** The writes since the last mutation began. */
export function takeWrites(): readonly Write[] {
  const taken = writes;
  writes = [];
  return taken;
}

/** What follows from a change is seen by then. */
const SOON_MS = 10_000;
let expectedAt = -Infinity;

/** Lists change now, and the person knows why: they have changed something themselves, or it was due. */
export function expectChange(): void {
  expectedAt = Date.now();
}

/** @param at milliseconds since 1970 */
export const isExpected = (at: number): boolean => at - expectedAt < SOON_MS;
