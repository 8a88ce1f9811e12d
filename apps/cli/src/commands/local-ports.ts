const MAX_PORT = 65_535;
/** From the API's port on: of the bus, and of the identity provider. An example of a subscriber has the one between. */
const PORTS_BESIDE = { ROLLBOOK_BUS_PORT: 1, ROLLBOOK_SIGN_IN_PORT: 3 };

/** @throws Error that says which numbers are possible */
export function portOf(given: string): number {
  const port = Number(given);
  const last = MAX_PORT - Math.max(...Object.values(PORTS_BESIDE));
  if (Number.isInteger(port) && port >= 1 && port <= last) return port;
  throw new Error(`--port is a number from 1 to ${last}, not ${given}.`);
}

/** Those of `rollbook dev`, whose API listens at this one, unless their variables say otherwise. */
export function usePorts(port: number, environment: NodeJS.ProcessEnv): void {
  environment['PORT'] = String(port);
  for (const [name, after] of Object.entries(PORTS_BESIDE)) environment[name] ??= String(port + after);
}
