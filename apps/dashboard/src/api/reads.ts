export interface ReadRequest {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  signal?: AbortSignal;
}

type Read = (template: string, request: ReadRequest, ask: () => Promise<unknown>) => Promise<unknown>;

/** What was read before `shown-at-once.ts` was there, which the first script has no room for. */
export const early: [template: string, request: ReadRequest, body: unknown][] = [];

/** How answers are shown: it adds what this page has changed and they do not show yet. */
export const showing: { read: Read; requireNoReplay?: (signal: AbortSignal | undefined) => void } = {
  async read(template, request, ask) {
    const body = await ask();
    early.push([template, request, body]);
    return body;
  },
};
