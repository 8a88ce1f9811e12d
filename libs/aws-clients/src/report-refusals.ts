import { isRefusal } from './explain-aws-error.js';

interface Stack {
  add(
    middleware: (
      next: (args: unknown) => Promise<unknown>,
      context: { commandName?: string },
    ) => (args: unknown) => Promise<unknown>,
    options: { step: 'initialize'; name: string },
  ): void;
}

/** Long enough for new permissions to arrive everywhere, and for credentials to be renewed. */
const REFUSED_FOR_MS = 60_000;

/** An unattended program retries forever: what has only been refused for a minute is reported. */
export function reportRefusals(stack: unknown, onRefused: (error: unknown) => void): void {
  const since = new Map<string, number>();
  (stack as Stack).add(
    (next, { commandName = '' }) =>
      async (args) => {
        try {
          const result = await next(args);
          since.delete(commandName);
          return result;
        } catch (error) {
          if (!isRefusal(error)) since.delete(commandName);
          else if (!since.has(commandName)) since.set(commandName, Date.now());
          else if (Date.now() - since.get(commandName)! >= REFUSED_FOR_MS) onRefused(error);
          throw error;
        }
      },
    { step: 'initialize', name: 'rollbookReportRefusals' },
  );
}
