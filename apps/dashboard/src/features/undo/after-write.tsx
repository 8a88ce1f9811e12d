import type { Write } from '../../api/writes.js';
import { CopyAs } from '../copy-as/copy-as.js';
import { UndoButton } from './undo-button.js';

/** What can be done with what was just done. */
export function AfterWrite({ calls }: { calls: readonly Write[] }) {
  const [only, ...others] = calls;
  const change = others.length === 0 && only ? changeOf(only) : undefined;
  return (
    <>
      {change && <UndoButton quiet change={change} />}
      <CopyAs calls={calls} />
    </>
  );
}

function changeOf({ request, correlationId }: Write) {
  const accountId = request.path?.['accountId'];
  return accountId && correlationId ? { accountId, correlationId } : undefined;
}
