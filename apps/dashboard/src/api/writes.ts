/** A write that the API has carried out: what is needed to do the same by other means. */
export interface Write {
  method: 'post' | 'put' | 'patch' | 'delete';
  /** With its variables, as in the API's description. */
  path: string;
  request: {
    path?: Record<string, string>;
    query?: Record<string, string | number | boolean | undefined>;
    body?: unknown;
    ifMatch?: number | '*';
  };
}

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
