import type { FastifyRequest } from 'fastify';
import { observedDirectory, type Directory } from '#libs/directory';
import { addTableCall, contextOf, maskCapacity, noteCommitted } from '../observability/request-context.js';

export interface RequestDirectory extends Directory {
  /** Answers for missing things without the units of looking for them. */
  readonly maskCapacity: () => void;
}

export function directoryFor(request: FastifyRequest, directory: Directory): RequestDirectory {
  const context = contextOf(request);
  return {
    ...observedDirectory(directory, (report) => addTableCall(context, report)),
    onCommitted: (events) => noteCommitted(context, events),
    onSearched: (looked) => {
      context.looked += looked;
    },
    maskCapacity: () => maskCapacity(context),
  };
}
