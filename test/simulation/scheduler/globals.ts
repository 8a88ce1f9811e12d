import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';
import { currentProcess, type SimulatedProcess } from './process.js';

/** A simulated process took time, a timer or chance past its runtime: the run could not be repeated. */
export class ForgottenGlobalError extends Error {
  override readonly name = 'ForgottenGlobalError';

  constructor(what: string) {
    super(`${what} was called in a simulated process: take it from the runtime.`);
  }
}

type Anything = (...given: never[]) => unknown;

/** What must come from the runtime, by the object that has it. */
function forbidden(): [object: object, names: string[]][] {
  return [
    [globalThis, ['setTimeout', 'setInterval', 'setImmediate', 'fetch']],
    [timers, ['setTimeout', 'setInterval', 'setImmediate']],
    [promises, ['setTimeout', 'setInterval', 'setImmediate']],
    [Date, ['now']],
    [Math, ['random']],
    [performance, ['now']],
    [AbortSignal, ['timeout']],
    [
      crypto,
      ['randomUUID', 'randomBytes', 'randomFillSync', 'randomInt', 'scrypt', 'pbkdf2', 'generateKeyPair'],
    ],
    [crypto.webcrypto, ['randomUUID', 'getRandomValues']],
  ];
}

/**
 * Replaces the globals for as long as a run takes. In a simulated process they throw; the harness, and whatever else runs in this process of
 * Node, gets what it always gets. @returns what puts them back
 */
export function forbidGlobals(
  onForgotten: (error: ForgottenGlobalError, by: SimulatedProcess) => void,
): () => void {
  const undo: (() => void)[] = [];
  const replace = (object: object, name: string, value: unknown) => {
    const before = Object.getOwnPropertyDescriptor(object, name);
    Object.defineProperty(object, name, { value, configurable: true, writable: true, enumerable: true });
    undo.push(() => {
      if (before) Object.defineProperty(object, name, before);
      else Reflect.deleteProperty(object, name);
    });
  };
  const refuse = (what: string) => {
    const process = currentProcess();
    if (!process) return;
    const error = new ForgottenGlobalError(what);
    onForgotten(error, process);
    throw error;
  };
  for (const [object, names] of forbidden())
    for (const name of names) {
      const real = (object as Record<string, Anything>)[name];
      if (real === undefined) continue;
      replace(object, name, function (this: unknown, ...given: never[]) {
        refuse(name);
        return Reflect.apply(real, this === undefined ? object : this, given);
      });
    }
  replace(globalThis, 'Date', dateWithoutNow(refuse));
  syncBuiltinESMExports();
  return () => {
    for (const back of undo.reverse()) back();
    syncBuiltinESMExports();
  };
}

function dateWithoutNow(refuse: (what: string) => void): DateConstructor {
  return new Proxy(Date, {
    construct(target, given: [], newTarget) {
      if (given.length === 0) refuse('new Date()');
      return Reflect.construct(target, given, newTarget) as Date;
    },
  });
}
