import { Button } from '../../../components/controls/button.js';
import { Dialog } from '../../../components/overlays/dialog.js';
import type { User } from '../queries.js';
import { TEXTS } from '../texts.js';

export interface Profile {
  name: string;
  email: string;
}

interface ProfileConflictProps {
  mine: Profile;
  theirs: User;
  onKeepMine: () => void;
  onClose: () => void;
}

/** What both want, field by field. */
export function ProfileConflict({ mine, theirs, onKeepMine, onClose }: ProfileConflictProps) {
  const fields = (['name', 'email'] as const).filter((field) => mine[field] !== theirs[field]);
  return (
    <Dialog
      title={TEXTS.conflictTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{TEXTS.takeTheirs}</Button>
          <Button kind="primary" onClick={onKeepMine}>
            {TEXTS.keepMine}
          </Button>
        </>
      }
    >
      <table className="w-full table-fixed text-left text-sm">
        <thead className="text-xs text-faint">
          <tr>
            <th scope="col" className="w-16 py-1 font-medium" aria-label="Field" />
            <th scope="col" className="py-1 pr-3 font-medium">
              {TEXTS.mine}
            </th>
            <th scope="col" className="py-1 font-medium">
              {TEXTS.theirs}
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field} className="border-t border-line align-top">
              <th scope="row" className="py-2 font-medium text-muted">
                {TEXTS[field]}
              </th>
              <td className="py-2 pr-3 break-words">
                <bdi>{mine[field]}</bdi>
              </td>
              <td className="py-2 break-words">
                <bdi>{theirs[field]}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
