import type { Write } from '../../api/writes.js';
import { CopyAs } from '../copy-as/copy-as.js';
import { UndoButton } from './undo-button.js';

/** What has no way back (docs/api/writing.md, "Undoing"): removals, what is created empty, and all that is not about people and access. */
const NO_WAY_BACK =
  /^(delete .*\/(users\/\{userId\}|service-groups\/\{serviceGroupId\})|post .*\/(service-groups|erase|invitations\/.*))$/;
const HAS_WAY_BACK = /\/(users|invitations|service-groups|memberships|changes)(\/|$)/;

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

function changeOf({ method, path, request, correlationId }: Write) {
  const accountId = request.path?.['accountId'];
  const isRevertible = HAS_WAY_BACK.test(path) && !NO_WAY_BACK.test(`${method} ${path}`);
  return accountId && correlationId && isRevertible ? { accountId, correlationId } : undefined;
}
