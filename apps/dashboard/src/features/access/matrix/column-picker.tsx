import { Columns3 } from 'lucide-react';
import { Button } from '../../../components/controls/button.js';
import { lazily } from '../../../components/lazily.js';
import { Popup } from '../../../components/overlays/popup.js';
import { TEXTS } from '../texts.js';
import type { ColumnChoicesProps } from './column-choices.js';

const ColumnChoices = lazily(async () => (await import('./column-choices.js')).ColumnChoices);

export function ColumnPicker({ groups, shown, onChange }: ColumnChoicesProps) {
  return (
    <Popup
      haspopup="dialog"
      className="w-72"
      trigger={
        <Button>
          <Columns3 aria-hidden className="size-4 text-muted" />
          {TEXTS.columns(shown.length, groups.length)}
        </Button>
      }
    >
      {() => <ColumnChoices groups={groups} shown={shown} onChange={onChange} />}
    </Popup>
  );
}
