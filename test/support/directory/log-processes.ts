import type { Directory, Signing } from '#libs/directory';
import type { LoggedDirectory } from './logged.js';

type AroundCall = <T>(run: () => Promise<T>) => Promise<T>;

/** The key and the mark as a process of its own has them. @param onSign told each text that is signed */
export function signingThrough(
  system: LoggedDirectory,
  onSign: (text: string) => void,
  call: AroundCall = (run) => run(),
): Signing {
  const { key, mark } = system.anotherSigning();
  return {
    key: {
      ...key,
      sign: (message) =>
        call(() => {
          onSign(Buffer.from(message).toString());
          return key.sign(message);
        }),
    },
    mark: {
      read: () => call(() => mark.read()),
      replace: (...given) => call(() => mark.replace(...given)),
    },
  };
}

export interface KilledProcess {
  directory: Directory;
  signing: Signing;
  wasKilled: () => boolean;
}

/** A process that is killed at one of its calls, before it is made or before its answer comes. */
export function killedAt(
  system: LoggedDirectory,
  {
    call,
    point,
    onSign = () => {},
  }: { call: number; point: 'before' | 'after'; onSign?: (text: string) => void },
): KilledProcess {
  let calls = 0;
  const limited = async <T>(run: () => Promise<T>): Promise<T> => {
    calls += 1;
    if (calls > call || (calls === call && point === 'before')) throw new Error('killed');
    const answer = await run();
    if (calls >= call) throw new Error('killed');
    return answer;
  };
  const directory = system.reopened({
    through:
      (send) =>
      (...given) =>
        limited(() => send(...given)),
  });
  return { directory, signing: signingThrough(system, onSign, limited), wasKilled: () => calls >= call };
}
