import { useMutation } from '@tanstack/react-query';
import { toast } from './toasts.js';

/**
 * A change: what is said once it is done, and then what follows.
 * @param done undefined: nothing is said
 */
export function useAction<Result, Input = void>(
  change: (input: Input) => Promise<Result>,
  done: string | ((result: Result, input: Input) => string | undefined),
  onDone?: (result: Result) => void,
) {
  return useMutation({
    mutationFn: change,
    onSuccess: (result, input) => {
      const text = typeof done === 'string' ? done : done(result, input);
      if (text !== undefined) toast(text);
      onDone?.(result);
    },
  });
}
