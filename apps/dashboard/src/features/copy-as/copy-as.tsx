import { useState } from 'react';
import type { Write } from '../../api/writes.js';
import { Menu, MenuItem } from '../../components/overlays/menu.js';
import { Button } from '../../components/controls/button.js';
import { clientCallOf, commandOf, curlOf } from './copied.js';
import { TEXTS } from './texts.js';

/** Copies what was just done as a command or call that repeats it. */
export function CopyAs({ writes }: { writes: readonly Write[] }) {
  const [copied, setCopied] = useState(false);
  const commands = writes.map(commandOf);
  const copy = (texts: readonly (string | undefined)[]) =>
    void navigator.clipboard.writeText(`${texts.join('\n')}\n`).then(() => setCopied(true));
  return (
    <Menu
      trigger={
        <Button small kind="quiet">
          {copied ? TEXTS.copied : TEXTS.copyAs}
        </Button>
      }
    >
      <MenuItem onSelect={() => copy(writes.map((write) => curlOf(location.origin, write)))}>
        {TEXTS.curl}
      </MenuItem>
      {!commands.includes(undefined) && <MenuItem onSelect={() => copy(commands)}>{TEXTS.command}</MenuItem>}
      <MenuItem onSelect={() => copy(writes.map(clientCallOf))}>{TEXTS.client}</MenuItem>
    </Menu>
  );
}
