import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { copyOutside } from '../processes/outside.js';

const PROGRAM = fileURLToPath(new URL('../../lambda/handler-process.mjs', import.meta.url));
const BUNDLES = fileURLToPath(new URL('../../../dist/bundles/', import.meta.url));

/** A copy of a function's bundle, outside the repository, in a separate Node process. */
export interface LambdaFunction<Event, Answer> {
  invoke(event: Event): Promise<Answer>;
  /** `used`, `rejected` or `none`. */
  codeCache: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

/** The flags with which Lambda runs Node in an instance of 1,024 MB. */
const FLAGS = ['--expose-gc', '--max-semi-space-size=51', '--max-old-space-size=921'];

export async function startFunction<Event, Answer>(
  name: 'api' | 'publisher' | 'feeder' | 'projector' | 'webhooks' | 'mailer',
  environment: NodeJS.ProcessEnv,
  bundle = `${BUNDLES}${name}`,
): Promise<LambdaFunction<Event, Answer>> {
  const copy = copyOutside(bundle);
  const child = fork(PROGRAM, [copy.folder], {
    execArgv: FLAGS,
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', AWS_REGION: 'us-east-1', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  const exited = once(child, 'exit');
  child.once('exit', copy.remove);
  const [first] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error(`The function ${name} ended before it was ready.`))),
  ])) as [{ codeCache: string }];
  child.on('message', ({ id, answer, error }: { id: number; answer: Answer; error?: string }) => {
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error === undefined) resolve?.(answer);
    else reject?.(new Error(error));
  });
  let calls = 0;
  return {
    child,
    codeCache: first.codeCache,
    invoke: (event) =>
      new Promise((resolve, reject) => {
        calls += 1;
        waiting.set(calls, { resolve, reject });
        child.send({ id: calls, event: event as object });
      }),
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}
